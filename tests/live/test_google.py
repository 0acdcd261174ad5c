"""Asking Google Cloud: answers, obstacles, pages, and credentials that are not there."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import requests
from google.auth.exceptions import RefreshError, TransportError

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.live.clouds import RestClient, google_client, observe_rest
from openshift_credentials.live.observed import GoogleRead, Observed, Obstacle
from tests.live.api_server import ApiServer, serving
from tests.live.cloud_refusals import NAMES, assert_obstacles, refusals


def read(name: str, *, items: str = "") -> GoogleRead:
    return GoogleRead(
        name=name,
        service="iam",
        path=f"/v1/{name}",
        permission=f"iam.{name}.get",
        universe="googleapis.com",
        items=items,
    )


def asked(server: ApiServer, *reads: GoogleRead, seconds: float = 5) -> Observed:
    return observe_rest(reads, RestClient(requests.Session(), server.url), seconds)


def test_what_google_refuses_or_lacks_is_an_obstacle_and_hides_nothing_else() -> None:
    with serving(ApiServer(refusals("/iam/v1"))) as server:
        observed = asked(server, *map(read, NAMES))
    assert_obstacles(observed)


def test_a_list_of_google_is_followed_to_its_last_page() -> None:
    first = {"services": [{"name": "a"}], "nextPageToken": "more"}
    with serving(ApiServer({"/iam/v1/list": first})) as server:
        observed = asked(server, read("list", items="services"))
        pages = [request for request in server.requests if "?pageToken=more" in request]
    assert len(observed.all("list")) == 50
    assert len(pages) == 49


def test_the_host_is_that_of_the_service_in_the_universe() -> None:
    assert read("a").url("") == "https://iam.googleapis.com/v1/a"


def test_without_credentials_the_command_to_sign_in_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CLOUDSDK_CONFIG", str(tmp_path))
    monkeypatch.setenv("NO_GCE_CHECK", "true")
    monkeypatch.delenv("GOOGLE_APPLICATION_CREDENTIALS", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnusableInputError, match="gcloud auth application-default login"):
        google_client()


class _Session(requests.Session):
    """A session whose requests end in an error, or with a text that is no JSON."""

    def __init__(self, error: Exception | None) -> None:
        super().__init__()
        self.error = error

    def request(self, *_: object, **__: object) -> requests.Response:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self.error:
            raise self.error
        response = requests.Response()
        response.status_code, response._content = 200, b"<html>"
        return response


@pytest.mark.parametrize(
    ("error", "obstacle", "said"),
    [
        (TransportError("x"), Obstacle.UNREACHABLE, {}),
        (RefreshError("x"), Obstacle.UNAUTHENTICATED, {}),
        (None, Obstacle.UNEXPECTED, {"a": "something that is not a JSON object"}),
    ],
)
def test_a_session_without_an_answer_is_an_obstacle(
    error: Exception | None, obstacle: Obstacle, said: Mapping[str, str]
) -> None:
    observed = observe_rest([read("a")], RestClient(_Session(error), "http://x"), 1)
    assert (observed.obstacle("a"), observed.said) == (obstacle, said)


def test_an_error_of_the_program_is_none_of_google() -> None:
    client = RestClient(_Session(AttributeError()), "http://x")
    with pytest.raises(AttributeError):
        observe_rest([read("a")], client, 1)
