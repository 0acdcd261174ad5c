"""Requests for the documents of an issuer, and what servers answer instead."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.live import published_issuer

PUBLIC = "make it readable for everybody: the bucket or the container must be public"


class _Refusing(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status = int(self.path.strip("/"))
        self.send_response(status)
        self.end_headers()
        if status in (HTTPStatus.OK, HTTPStatus.NON_AUTHORITATIVE_INFORMATION):
            self.wfile.write(b"x" * (256 * 1024 + (status == HTTPStatus.OK)))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as declared
        """Say nothing."""


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        (401, f"returns 401; {PUBLIC}"),
        (403, f"returns 403; {PUBLIC}"),
        (404, "returns 404; publish the documents there"),
        (503, "returns 503; ask again later"),
        (200, "is larger than 256 KiB"),
    ],
)
def test_an_answer_without_documents_is_reported_with_a_way_out(status: int, problem: str) -> None:
    with served(status) as url, pytest.raises(UnusableInputError) as caught:
        published_issuer._get(url, 5)
    assert str(caught.value) == f"{url}: {problem}"


def test_a_document_of_256_kib_is_read() -> None:
    with served(HTTPStatus.NON_AUTHORITATIVE_INFORMATION) as url:
        assert len(published_issuer._get(url, 5)) == 262_144


@contextmanager
def served(status: int) -> Generator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Refusing)
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{status}"
    finally:
        thread.join()
        server.server_close()
