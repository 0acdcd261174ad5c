"""Permissions of requests on Google Cloud: what no custom role can hold, and what minting lacks."""

import json
from pathlib import Path

import pytest

from openshift_credentials.stack.load import load_settings
from tests.systems.cloud_credentials.stacks import (
    GCP_REQUESTS,
    MAKES_ACCOUNT,
    PROJECT,
    REQUESTS,
    config,
    problems,
    with_,
)

PASSTHROUGH = with_(MAKES_ACCOUNT, mode="Passthrough")


def folder(path: Path, permissions: object) -> str:
    """A folder with one request for these permissions."""
    request = {
        "apiVersion": "cloudcredential.openshift.io/v1",
        "kind": "CredentialsRequest",
        "metadata": {"name": "one", "namespace": "openshift-cloud-credential-operator"},
        "spec": {
            "secretRef": {"name": "one", "namespace": "one"},
            "serviceAccountNames": ["one"],
            "providerSpec": {
                "apiVersion": "cloudcredential.openshift.io/v1",
                "kind": "GCPProviderSpec",
                "permissions": permissions,
            },
        },
    }
    (path / "one.yaml").write_text(json.dumps(request))
    return str(path)


@pytest.mark.parametrize(
    ("permissions", "said"),
    [
        (["compute.*"], "has permissions that no custom role can have: compute.*"),
        ([f"a.b.c{number}" for number in range(2998)], "3001 permissions"),
        ([f"a.{'b' * 60}.c{number}" for number in range(1000)], "1003 permissions in 6"),
        ({"a": "b"}, "one.yaml"),
    ],
)
@pytest.mark.parametrize("make", ["serviceAccount", "role"])
def test_a_role_that_google_cloud_refuses_is_reported(
    tmp_path: Path, permissions: object, said: str, make: str
) -> None:
    branch = with_(PASSTHROUGH, requests=folder(tmp_path, permissions), rootSecret__gcp__make=make)
    assert any(said in problem for problem in problems(branch)), problems(branch)


@pytest.mark.parametrize(("count", "ending"), [(10, "j.*;"), (11, "j.* and 1 more;")])
def test_ten_wrong_permissions_are_named(tmp_path: Path, count: int, ending: str) -> None:
    path = folder(tmp_path, [f"{letter}.*" for letter in "abcdefghijk"[:count]])
    (found,) = problems(with_(PASSTHROUGH, requests=path))
    names = ", ".join(f"{letter}.*" for letter in "abcdefghi")
    assert f"has permissions that no custom role can have: {names}, {ending}" in found


def test_a_role_at_the_limit_is_fine(tmp_path: Path) -> None:
    permissions = [f"a.b.c{number}" for number in range(2997)]
    assert problems(with_(PASSTHROUGH, requests=folder(tmp_path, permissions))) == ()


def test_a_request_that_cannot_be_read_is_reported_where_the_operator_mints(tmp_path: Path) -> None:
    branch = with_(MAKES_ACCOUNT, requests=folder(tmp_path, {"a": "b"}))
    assert any("one.yaml" in problem for problem in problems(branch)), problems(branch)


@pytest.mark.parametrize(
    ("change", "is_warned"),
    [
        ({}, False),
        ({"requests": GCP_REQUESTS}, True),
        ({"requests": GCP_REQUESTS, "mode": "Passthrough"}, False),
        ({"requests": REQUESTS}, False),
    ],
)
def test_minting_for_requests_with_permissions_takes_more_than_the_ten(change: dict[str, str], is_warned: bool) -> None:
    branch = config(with_(MAKES_ACCOUNT, **change))
    (deployment,) = load_settings(branch, [f"{PROJECT}:cloudCredentials"])
    assert ("custom-roles-lacking" in {each.code for each in deployment.remarks()}) is is_warned
