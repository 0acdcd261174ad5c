"""An API server for tests: answers by path, on a port of its own, and counts what it was asked.

Like kube-apiserver it refuses the metadata of a list for an object, and of an object for a list.
"""

import json
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, combinations
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import parse_qs, urlsplit

import yaml

from openshift_credentials.live.check import Check, State
from openshift_credentials.live.observed import Observed, Obstacle, Unexpected


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


# Which checks pass although a read on which they rest was refused.


def passing_without_an_answer(
    judge: Callable[[Observed], Iterable[Check]], observed: Observed
) -> Iterator[tuple[Collection[str], str]]:
    """Reads and code of each check that would not pass if what was refused did not exist.

    Every subset of the reads is refused; of many reads each one, each pair, and all.
    """
    names = sorted(observed.answers)
    sizes = range(1, len(names) + 1) if len(names) <= 6 else (1, 2, len(names))
    for refused in chain.from_iterable(combinations(names, size) for size in sizes):
        passed = _passed(judge, _without(observed, refused, Obstacle.FORBIDDEN))
        for code in passed - _passed(judge, _without(observed, refused, Obstacle.ABSENT)):
            yield refused, code


def _without(observed: Observed, names: Collection[str], obstacle: Obstacle) -> Observed:
    rest = {key: items for key, items in observed.answers.items() if key not in names}
    return Observed(rest, {**observed.obstacles, **dict.fromkeys(names, obstacle)})


def _passed(judge: Callable[[Observed], Iterable[Check]], observed: Observed) -> set[str]:
    return {check.code for check in judge(observed) if check.state is State.PASSED}


# What a cluster and every cloud may answer to a read, and what has to be said of it.

NAMES: Final = ("there", "forbidden", "unauthorized", "broken", "page", "array", "absent")


def refusals(prefix: str = "") -> dict[str, Any]:
    """Answers by path to the reads of these names; ``absent`` has none."""
    return {
        f"{prefix}/there": {"name": "a"},
        f"{prefix}/forbidden": HTTPStatus.FORBIDDEN,
        f"{prefix}/unauthorized": HTTPStatus.UNAUTHORIZED,
        f"{prefix}/broken": HTTPStatus.INTERNAL_SERVER_ERROR,
        f"{prefix}/page": b"<html>",
        f"{prefix}/array": b"[]",
    }


def assert_obstacles(observed: Observed) -> None:
    """Every refusal is an obstacle of its own, and hides nothing else."""
    assert observed.one("there") == {"name": "a"}
    no_object = Unexpected("something that is not a JSON object")
    assert observed.obstacles == {
        "forbidden": Obstacle.FORBIDDEN,
        "unauthorized": Obstacle.UNAUTHENTICATED,
        "broken": Unexpected("status 500 Internal Server Error"),
        "page": no_object,
        "array": no_object,
        "absent": Obstacle.ABSENT,
    }
