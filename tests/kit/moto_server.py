"""A server with AWS's API that authorizes every request (moto)."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import boto3
import pytest
from botocore.config import Config

ACCOUNT, REGION = "123456789012", "us-east-1"


@dataclass(frozen=True)
class Aws:
    """The server, before and after it starts to authorize."""

    endpoint: str

    def client(self, service: str, **credentials: str) -> Any:  # noqa: ANN401 - made by boto3
        keys = credentials or {"aws_access_key_id": "setup", "aws_secret_access_key": "setup"}
        return boto3.client(  # pyright: ignore[reportCallIssue, reportUnknownVariableType]
            service,  # pyright: ignore[reportArgumentType]
            endpoint_url=self.endpoint,
            region_name=REGION,
            config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}),
            **keys,
        )

    def authorize_from_now_on(self) -> None:
        self._post("reset-auth", b"0")

    def begin_anew(self) -> None:
        """Forget everything, and authorize nothing."""
        self._post("reset", b"")
        self._post("reset-auth", b"inf")

    def _post(self, action: str, body: bytes) -> None:
        server = http.client.HTTPConnection(self.endpoint.removeprefix("http://"), timeout=10)
        server.request("POST", f"/moto-api/{action}", body, {"Content-Type": "text/plain"})
        assert server.getresponse().status == http.client.OK
        server.close()


@pytest.fixture(scope="session")
def aws_server() -> Generator[Aws]:
    """One server for all tests of a process: to start it takes longer than most of them."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "MOTO_ACCOUNT_ID": ACCOUNT, "INITIAL_NO_AUTH_ACTION_COUNT": "inf"}
    with subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            _wait_for(port, server)
            yield Aws(f"http://127.0.0.1:{port}")
        finally:
            server.terminate()


@pytest.fixture
def aws(aws_server: Aws) -> Aws:
    """An empty account of AWS."""
    aws_server.begin_anew()
    return aws_server


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server did not start")
