"""A stand-in for the management cluster's API server: whoever asks is let in, and finds nothing.

The stand-in provider answers every HCPEtcdBackup as ended at once, so that nobody looks twice.
"""

import contextlib
import functools
import json
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import yaml
from typing_extensions import override

_NOT_FOUND = {
    "kind": "Status",
    "apiVersion": "v1",
    "status": "Failure",
    "reason": "NotFound",
    "message": "not found",
    "code": HTTPStatus.NOT_FOUND,
}


class _Nothing(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps(_NOT_FOUND).encode()
        with contextlib.suppress(ConnectionError):  # whoever has lost patience is gone
            self.send_response(HTTPStatus.NOT_FOUND)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


@functools.cache
def kubeconfig() -> str:
    """Start the server, once per process, and return how to reach it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Nothing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    return yaml.safe_dump(
        {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": "stand-in",
            "contexts": [{"name": "stand-in", "context": {"cluster": "c", "user": "u"}}],
            "clusters": [{"name": "c", "cluster": {"server": address}}],
            "users": [{"name": "u", "user": {"token": "stand-in"}}],
        }
    )
