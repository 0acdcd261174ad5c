"""Requests that cannot be served: which file, which rule, and no secret."""

import json
from pathlib import Path

import pytest

from tests.kit.cco import folder
from tests.systems.cloud_credentials.stacks import MAKES_USER, MANUAL, MANUAL_GIVEN, REQUESTS, problems, with_


def request_file(folder: Path, **spec: object) -> str:
    (folder / "a.yaml").write_text(
        json.dumps({"metadata": {"name": "r"}, "spec": {"secretRef": {"namespace": "n", "name": "s"}, **spec}}),
        encoding="utf-8",
    )
    return str(folder)


@pytest.mark.parametrize(
    ("statements", "rule"),
    [
        ([], "statementEntries is empty"),
        ([{"effect": "Allow", "resource": "*"}], "action is empty"),
        ([{"effect": "allow", "action": ["a:b"], "resource": "*"}], "Allow or Deny"),
        ([{"effect": "Allow", "action": "a:b", "resource": "*"}], "must be a list"),
    ],
)
def test_requests_that_iam_would_refuse_are_named(tmp_path: Path, statements: object, rule: str) -> None:
    folder = request_file(tmp_path, providerSpec={"kind": "AWSProviderSpec", "statementEntries": statements})
    found = problems(with_(MANUAL, requests=folder))
    assert any("a.yaml" in each and rule in each for each in found), found


@pytest.mark.parametrize("name", ["two-of-one-secret", "dash-ambiguity"])
def test_two_requests_never_share_a_user(tmp_path: Path, name: str) -> None:
    if name == "dash-ambiguity":
        for file, content in folder(name):
            (tmp_path / file).write_bytes(content)
    else:
        content = dict(folder("one"))["a.yaml"]
        for file in ("a.yaml", "b.yaml"):
            (tmp_path / file).write_bytes(content)
    (found,) = problems(with_(MANUAL, requests=str(tmp_path)))
    assert "results in one user" in found


def test_a_folder_without_requests_of_the_platform_is_named(tmp_path: Path) -> None:
    for file, content in folder("gcp-one"):
        (tmp_path / file).write_bytes(content)
    (found,) = problems(with_(MANUAL, requests=str(tmp_path)))
    assert "contains no request for AWS" in found


def test_a_broken_request_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: [", encoding="utf-8")
    (found,) = problems(with_(MANUAL, requests=str(tmp_path)))
    assert "a.yaml" in found


def test_the_root_user_needs_requests_that_can_be_read(tmp_path: Path) -> None:
    spec = {"kind": "AWSProviderSpec", "statementEntries": [{"action": "a:b"}]}
    path = request_file(tmp_path, providerSpec=spec)
    (found,) = problems(with_(MAKES_USER, mode="Passthrough", requests=path))
    assert "requests: has a.yaml" in found
    assert found.endswith("; correct it")


def many_actions(policies: int) -> list[str]:
    """Actions of which no managed policy can have more than one."""
    return [f"s3:{number:06000}" for number in range(policies)]


@pytest.mark.parametrize(("policies", "fits"), [(10, True), (11, False)])
def test_a_user_has_at_most_ten_managed_policies(tmp_path: Path, policies: int, fits: bool) -> None:
    entry = {"effect": "Allow", "action": many_actions(policies), "resource": "*"}
    spec = {"kind": "AWSProviderSpec", "statementEntries": [entry]}
    found = problems(with_(MANUAL, requests=request_file(tmp_path, providerSpec=spec)))
    said = "results in 11 managed policies for r, but IAM allows 10 per user"
    assert [said in each for each in found] == ([] if fits else [True])


def test_every_request_has_content_for_its_secret(tmp_path: Path) -> None:
    path = request_file(tmp_path, providerSpec={"kind": "NutanixProviderSpec"})
    given = {"n/s": {"credentials": "[]"}}
    assert not problems(with_(MANUAL_GIVEN, requests=path, componentSecrets=given))
    (found,) = problems(with_(MANUAL_GIVEN, requests=path, componentSecrets={}))
    assert "does not contain n/s, which a request requires" in found
    assert problems(with_(MANUAL_GIVEN, requests=REQUESTS, componentSecrets={})) == ()
