"""An issuer as it is published, and as a token's audience sees it."""

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from openshift_credentials.base.errors import UnusableInputError, input_problem
from openshift_credentials.live import published_issuer
from openshift_credentials.live.check import State
from openshift_credentials.live.observed import IssuerRead
from tests.kit.tables import rows_beside

# What an issuer publishes, as ``preflight`` and ``verify`` judge it.

URL = "https://oidc.example.com/one"
READ = IssuerRead("issuer", URL)

Web = Callable[[dict[str, object]], None]


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Web:
    """Stands for the internet: documents by URL."""

    def serves(documents: dict[str, object]) -> None:
        def get(url: str, _: float) -> bytes:
            if url not in documents:
                raise UnusableInputError([input_problem(f"{url}: answers 404", "publish the documents there")])
            content = documents[url]
            return content if isinstance(content, bytes) else json.dumps(content).encode()

        monkeypatch.setattr(published_issuer, "_get", get)

    return serves


def good(issuer: str = URL, *kids: str) -> dict[str, object]:
    keys = f"{issuer}/keys.json"
    return {
        f"{URL}/.well-known/openid-configuration": {"issuer": issuer, "jwks_uri": keys},
        keys: {"keys": [{"kid": kid} for kid in kids or ("k1",)]},
    }


def judged(*needed: str, must: bool = True) -> tuple[str, State]:
    observed = published_issuer.observe_issuers([READ], 1)
    (check,) = published_issuer.check_published_issuer(READ, observed, needed, must=must)
    return check.code, check.state


def test_an_issuer_that_serves_both_documents_and_the_keys_passes(web: Web) -> None:
    web(good())
    assert judged("k1") == ("issuer-published", State.PASSED)


@pytest.mark.parametrize(
    "documents",
    [
        {},
        good(f"{URL}/"),
        {f"{URL}/.well-known/openid-configuration": b"<html>"},
        {**good(), f"{URL}/keys.json": b"<html>"},
    ],
)
def test_an_issuer_that_does_not_serve_them_to_the_letter_fails(web: Web, documents: dict[str, object]) -> None:
    web(documents)
    assert judged() == ("issuer-not-published", State.FAILED)
    assert judged(must=False)[1] is State.WARNING


def test_a_key_of_the_api_server_that_is_not_published_fails(web: Web) -> None:
    web(good(URL, "k1", "k2"))
    assert judged("k2", "k3") == ("issuer-keys-differ", State.FAILED)


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (b"<html>", "its discovery document is not JSON"),
        (b"[" * 100_000, "its discovery document is not JSON"),
        ([], "its discovery document is not an object"),
        ({"issuer": f"{URL}/"}, f"its discovery document is for issuer '{URL}/'; clouds reject it"),
        ({"issuer": URL}, "jwks_uri '' must be an https:// URL"),
        ({"issuer": URL, "jwks_uri": "http://x"}, "jwks_uri 'http://x' must be an https:// URL"),
    ],
)
def test_what_is_wrong_with_a_discovery_document_is_said(web: Web, document: object, problem: str) -> None:
    web({f"{URL}/.well-known/openid-configuration": document})
    (read,) = published_issuer.observe_issuers([READ], 1).all("issuer")
    assert read == {"problem": f"{URL}: {problem}"}


# Requests for the documents of an issuer, and what servers answer instead.

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


@rows_beside("status, problem")
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
