"""Asking the clouds: answers, obstacles, and SDKs that are not installed."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
import requests
from botocore.client import BaseClient
from botocore.exceptions import ClientError
from google.auth.exceptions import RefreshError, TransportError

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.live.check import MANAGED, State, existing
from openshift_credentials.live.clouds import (
    RestClient,
    azure_client,
    google_client,
    observe_aws,
    observe_rest,
    signed_by,
)
from openshift_credentials.live.observed import ArmRead, AwsCall, GoogleRead, Observed, Obstacle, Unexpected
from openshift_credentials.platforms.azure.names import AzureCloud
from tests.kit.tables import rows_beside
from tests.live.api_server import NAMES, ApiServer, assert_obstacles, refusals, serving


class Token(NamedTuple):
    token: str
    expires_on: int


class _Credential:
    def get_token(self, *_: str, **__: object) -> Token:
        return Token("TOKEN-OF-THE-TEST", 2**40)


def client(server: ApiServer) -> RestClient:
    """A client of a stand-in, with a token of the test."""
    return signed_by(cast("Any", _Credential()), server.url)


def arm(name: str, path: str) -> ArmRead:
    return ArmRead(name=name, path=path, api_version="2023-07-01")


def asked(server: ApiServer, *reads: ArmRead) -> Observed:
    return observe_rest(reads, client(server), 5)


def test_what_azure_refuses_or_lacks_is_an_obstacle_and_hides_nothing_else() -> None:
    with serving(ApiServer(refusals(""))) as server:
        observed = asked(server, *(arm(name, f"/{name}") for name in NAMES))
    assert_obstacles(observed)
    assert any("api-version=2023-07-01" in each for each in server.requests)


def test_a_list_of_azure_is_followed_to_its_last_page() -> None:
    server = ApiServer({})
    with serving(server):
        server.answers = {
            "/list": {"value": [{"name": "a"}], "nextLink": f"{server.url}/more"},
            "/more": {"value": [{"name": "b"}]},
        }
        observed = asked(server, arm("list", "/list"))
    assert observed.all("list") == [{"name": "a"}, {"name": "b"}]


def test_a_list_of_azure_without_an_end_is_left_after_fifty_pages() -> None:
    server = ApiServer({})
    with serving(server):
        server.answers = {"/list": {"value": [{}], "nextLink": f"{server.url}/list"}}
        observed = asked(server, arm("list", "/list"))
    assert len(observed.all("list")) == len(server.requests) == 50


def test_a_server_that_nobody_runs_is_not_reached() -> None:
    nobody = client(ApiServer({}, url="http://127.0.0.1:1"))
    observed = observe_rest([arm("x", "/x")], nobody, 1)
    assert observed.obstacle("x") is Obstacle.UNREACHABLE


def test_without_the_sdk_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("azure.identity", "boto3.session"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UnusableInputError, match="make cloud"):
        azure_client(AzureCloud.PUBLIC)
    call = AwsCall(name="x", service="sts", method="get_caller_identity", region="us-east-1")
    with pytest.raises(UnusableInputError, match="make cloud"):
        observe_aws([call], 1)


@rows_beside("service, method, permission")
def test_a_call_of_aws_names_the_action_that_allows_it(service: str, method: str, permission: str) -> None:
    call = AwsCall(name="x", service=service, method=method, region="us-east-1")
    assert (call.permission, call.path) == (permission, permission)
    about = {"Bucket": "one", "Key": "two"}
    assert replace(call, parameters=about).path == f"{permission} one, two"


@pytest.mark.parametrize(
    ("answered", "obstacle"),
    [
        *((code, Obstacle.ABSENT) for code in (
            "404", "NoSuchEntity", "NoSuchBucket",
            "ServerSideEncryptionConfigurationNotFoundError", "NoSuchLifecycleConfiguration",
            "NoSuchBucketPolicy",
        )),
        *((code, Obstacle.FORBIDDEN) for code in ("403", "AccessDenied", "AccessDeniedException")),
        *((code, Obstacle.UNAUTHENTICATED) for code in (
            "ExpiredToken", "ExpiredTokenException", "InvalidClientTokenId",
            "UnrecognizedClientException", "InvalidAccessKeyId", "SignatureDoesNotMatch",
        )),
        ("SlowDown", Obstacle.UNEXPECTED),
        ("", Obstacle.UNEXPECTED),
    ],
)  # fmt: skip
def test_each_refusal_of_aws_is_an_obstacle(answered: str, obstacle: Obstacle, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object, operation: str, __: object) -> None:
        raise ClientError({"Error": {"Code": answered} if answered else {}}, operation)

    monkeypatch.setattr(BaseClient, "_make_api_call", refused)
    call = AwsCall(name="x", service="sts", method="get_caller_identity", region="us-east-1")
    observed = observe_aws([call], 1)
    assert observed.obstacle("x") is obstacle
    if obstacle is Obstacle.UNEXPECTED:
        assert observed.obstacles["x"] == Unexpected(answered or "an error without a code")


def test_aws_without_credentials_is_not_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")
    call = AwsCall(name="x", service="sts", method="get_caller_identity", region="us-east-1")
    assert observe_aws([call], 1).obstacle("x") is Obstacle.UNAUTHENTICATED


def test_what_exists_is_managed_foreign_or_unknown_and_the_way_to_take_it_over_is_reported() -> None:
    managed = Observed({MANAGED: [{"type": "aws:iam/role:Role", "id": "uploader"}]})
    ours = existing(managed, "aws:iam/role:Role", "uploader", "rename it")
    theirs = existing(managed, "aws:iam/role:Role", "other", "rename it")
    unknown = existing(Observed({}), "aws:iam/role:Role", "uploader", "rename it")
    assert [each.state for each in (ours, theirs, unknown)] == [State.PASSED, State.FAILED, State.WARNING]
    assert "pulumi import --file import.json" in theirs.way_out
    assert "set its id to other" in theirs.way_out


# Asking Google Cloud: answers, obstacles, pages, and credentials that are not there.


def read(name: str, *, items: str = "") -> GoogleRead:
    return GoogleRead(
        name=name,
        service="iam",
        path=f"/v1/{name}",
        permission=f"iam.{name}.get",
        universe="googleapis.com",
        items=items,
    )


def asked_of_google(server: ApiServer, *reads: GoogleRead, seconds: float = 5) -> Observed:
    return observe_rest(reads, RestClient(requests.Session(), server.url), seconds)


def test_what_google_refuses_or_lacks_is_an_obstacle_and_hides_nothing_else() -> None:
    with serving(ApiServer(refusals("/iam/v1"))) as server:
        observed = asked_of_google(server, *map(read, NAMES))
    assert_obstacles(observed)


def test_a_list_of_google_is_followed_to_its_last_page() -> None:
    first = {"services": [{"name": "a"}], "nextPageToken": "more"}
    with serving(ApiServer({"/iam/v1/list": first})) as server:
        observed = asked_of_google(server, read("list", items="services"))
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
    ("error", "obstacle"),
    [
        (TransportError("x"), Obstacle.UNREACHABLE),
        (RefreshError("x"), Obstacle.UNAUTHENTICATED),
        (None, Unexpected("something that is not a JSON object")),
    ],
)
def test_a_session_without_an_answer_is_an_obstacle(error: Exception | None, obstacle: Obstacle | Unexpected) -> None:
    observed = observe_rest([read("a")], RestClient(_Session(error), "http://x"), 1)
    assert observed.obstacles == {"a": obstacle}


def test_an_error_of_the_program_is_none_of_google() -> None:
    client = RestClient(_Session(AttributeError()), "http://x")
    with pytest.raises(AttributeError):
        observe_rest([read("a")], client, 1)
