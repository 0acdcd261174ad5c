"""Stands between Pulumi and the API server, and swallows one answer."""

import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

import yaml
from typing_extensions import override

from tests.cluster.control_plane import ControlPlane

_HOP_BY_HOP = frozenset({"connection", "transfer-encoding", "content-length"})


@dataclass
class CuttingProxy:
    """Hands every request on, and every answer back but the one that :meth:`cut` is about."""

    plane: ControlPlane

    def __post_init__(self) -> None:
        self._awaited: tuple[str, str, Callable[[], None]] | None = None

    def __enter__(self) -> Self:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def handle_request(self) -> None:
                proxy.serve(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request  # noqa: N815

            @override
            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def kubeconfig(self) -> str:
        """How to reach the API server through here, without TLS and so without a token."""
        found = yaml.safe_load(self.plane.kubeconfig())
        found["clusters"][0]["cluster"] = {"server": f"http://127.0.0.1:{self._server.server_port}"}
        return yaml.safe_dump(found)

    def cut(self, method: str, resource: str, then: Callable[[], None]) -> None:
        """Call ``then`` in place of the next answer to such a request.

        What was asked for is in the cluster by then, and whoever has asked is never told.
        """
        self._awaited = (method, resource, then)

    def serve(self, request: BaseHTTPRequestHandler) -> None:
        """Hand a request on, and its answer back as it comes: a watch has no end."""
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        headers = {**request.headers, "Authorization": f"Bearer {self.plane.token}"}
        context = ssl.create_default_context(cafile=str(self.plane.certificate))
        server = HTTPSConnection("127.0.0.1", self.plane.port, timeout=300, context=context)
        try:
            server.request(request.command, request.path, body or None, headers)
            answer = server.getresponse()
            if then := self._awaited_by(request):
                answer.read()
                then()
                return
            request.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _HOP_BY_HOP:
                    request.send_header(name, value)
            request.end_headers()
            while part := answer.read1(65536):
                request.wfile.write(part)
                request.wfile.flush()
        except (OSError, HTTPException):  # one of the two has gone
            pass
        finally:
            server.close()

    def _awaited_by(self, request: BaseHTTPRequestHandler) -> Callable[[], None] | None:
        if self._awaited is None:
            return None
        method, resource, then = self._awaited
        path, _, query = request.path.partition("?")
        if request.command != method or f"/{resource}" not in path or "dryRun" in query:
            return None
        self._awaited = None
        return then
