"""An API server for tests: answers by path, on a port of its own, and counts what it was asked.

Like kube-apiserver it refuses the metadata of a list for an object, and of an object for a list.
"""

import json
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import yaml


@dataclass
class ApiServer:
    """``answers`` has a status, the items of a list, an object, or the bytes of a body, by path."""

    answers: Mapping[str, Any]
    page: int = 500
    delay: float = 0.0
    requests: list[str] = field(default_factory=list[str])
    accepted: dict[str, str] = field(default_factory=dict[str, str])
    users: list[tuple[str | None, str | None]] = field(default_factory=list[tuple[str | None, str | None]])
    """Whom each request impersonates, and with which group."""
    tokens: set[str | None] = field(default_factory=set[str | None])
    url: str = ""

    def answer(self, path: str) -> tuple[HTTPStatus, Any]:
        parts = urlsplit(path)
        found = self.answers.get(parts.path, HTTPStatus.NOT_FOUND)
        if isinstance(found, HTTPStatus):
            return found, {"kind": "Status", "code": found.value}
        if not isinstance(found, list):
            return HTTPStatus.OK, found
        items = cast("list[object]", found)
        start = int(parse_qs(parts.query).get("continue", ["0"])[0])
        end = start + self.page
        metadata = {"continue": str(end)} if end < len(items) else {}
        return HTTPStatus.OK, {"items": items[start:end], "metadata": metadata}

    def kubeconfig(self, directory: Path) -> str:
        """A kubeconfig for it, as a file."""
        path = directory / "kubeconfig"
        path.write_text(
            yaml.safe_dump(
                {
                    "current-context": "test",
                    "clusters": [{"name": "c", "cluster": {"server": self.url}}],
                    "users": [{"name": "u", "user": {"token": "TOKEN-OF-THE-TEST"}}],
                    "contexts": [{"name": "test", "context": {"cluster": "c", "user": "u"}}],
                }
            )
        )
        return str(path)


def _is_served(accept: str, content: object) -> bool:
    named = {part.removeprefix("as=") for part in accept.replace(",", ";").split(";")}
    is_list = isinstance(content, dict) and "items" in content
    refused = "PartialObjectMetadata" if is_list else "PartialObjectMetadataList"
    return refused not in named


@contextmanager
def serving(server: ApiServer) -> Generator[ApiServer]:
    """Let it answer on the loopback interface until the block ends."""
    stopped = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.requests.append(self.path)
            server.accepted[urlsplit(self.path).path] = self.headers.get("Accept", "")
            server.tokens.add(self.headers.get("Authorization"))
            impersonated = self.headers.get("Impersonate-User")
            server.users.append((impersonated, self.headers.get("Impersonate-Group")))
            if server.delay:
                stopped.wait(server.delay)
            status, content = server.answer(self.path)
            if status is HTTPStatus.OK and not _is_served(self.headers.get("Accept", ""), content):
                status = HTTPStatus.NOT_ACCEPTABLE
                content = {"kind": "Status", "message": "only other media types are accepted"}
            body = content if isinstance(content, bytes) else json.dumps(content).encode()
            with suppress(ConnectionError):  # whoever has lost patience is gone
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.do_GET()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as declared
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = False  # the block ends after the last answer
    server.url = f"http://127.0.0.1:{http.server_address[1]}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        stopped.set()
        http.shutdown()
        thread.join()
        http.server_close()
