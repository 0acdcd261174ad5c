"""Wrong settings of cloudCredentials: the branch, the change, the setting told, its words."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.cloud_credentials.plan import root_content
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings
from tests.kit.cco import folder
from tests.kit.tables import read_rows
from tests.systems.cloud_credentials import stacks
from tests.systems.cloud_credentials.stacks import (
    AWS_KEY,
    AZURE,
    GCP,
    MAKES_ACCOUNT,
    MAKES_USER,
    MANUAL,
    MANUAL_GIVEN,
    MINT,
    OPENSTACK,
    REQUESTS,
    VSPHERE,
    Branch,
    problems,
    with_,
)

MARK = "MarkerMarkerMarker"


# branch, change, setting, part of the rule
ROWS: list[tuple[Branch, dict[str, object], str, str]] = read_rows(__file__, "wrong_settings.json", vars(stacks))


# Wrong settings: what is said, where, and that no secret is in it.
#
# Each row was read for sense: the setting by its path, the rule in words, and a way out.

ALL_ROWS = [*ROWS, *read_rows(__file__, "wrong_google_settings.json", vars(stacks))]


@pytest.mark.parametrize(("branch", "change", "setting", "rule"), ALL_ROWS, ids=range(len(ALL_ROWS)))
def test_a_wrong_setting_is_named_with_its_rule(
    branch: Branch, change: dict[str, Any], setting: str, rule: str
) -> None:
    found = problems(with_(branch, **change))
    where = f"cloudCredentials.{setting}"
    hits = [each for each in found if each.split(": ")[0].split(" = ")[0] == where]
    assert any(rule in each for each in hits), found
    assert all("; " in each for each in found)
    assert MARK not in "".join(found)
    assert AWS_KEY["secretAccessKey"] not in "".join(found)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.text(max_size=8) | st.sampled_from(sorted(MINT)), inner, max_size=4)
        ),
        max_leaves=12,
    )
)
def test_nothing_makes_the_checks_fail(branch: object) -> None:
    problems(branch)
    problems({**MANUAL, "aws": branch, "rootSecret": branch, "componentSecrets": branch})
    for name in MINT:
        problems({**MINT, name: branch})


# Requests that cannot be served: which file, which rule, and no secret.


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


# How long and how large settings of cloudCredentials may be: the last value, and the next.

KEY = "rootSecret__aws__accessKeyId"
SECRET = "rootSecret__aws__secretAccessKey"
LOGIN = {"username": "u", "password": "p"}


def logins(host: str, **changes: str) -> dict[str, dict[str, str]]:
    return {host: {**LOGIN, **changes}}


def content(namespace: str, name: str, key: str) -> dict[str, dict[str, str]]:
    """A Secret of IBM Cloud, with a key that nothing reads."""
    known = {"ibmcloud_api_key": "k", "ibm-credentials.env": "e"}
    return {f"{namespace}/{name}": {**known, key: "x"}}


ON_IBM = with_(MANUAL_GIVEN, platform="IBMCloud")

# settings, path, the last value that fits, the first that does not
LIMITS: list[tuple[Branch, str, object, object]] = [
    (MINT, "rotation", "a" * 64, "a" * 65),
    (MINT, KEY, "A" * 16, "A" * 15),
    (MINT, KEY, "A" * 128, "A" * 129),
    (MINT, SECRET, "a" * 16, "a" * 15),
    (MINT, SECRET, "a" * 128, "a" * 129),
    (MINT, "openshiftVersion", "4.14", "4.13"),
    (MAKES_USER, "rootSecret__aws__userName", "a" * 64, "a" * 65),
    (MAKES_USER, "rootSecret__aws__userName", "a", ""),
    (MAKES_ACCOUNT, "gcp__settleSeconds", 900, 901),
    (MAKES_ACCOUNT, "gcp__settleSeconds", 0, -1),
    (MAKES_ACCOUNT, "rootSecret__gcp__accountId", "a" * 30, "a" * 31),
    (MAKES_ACCOUNT, "rootSecret__gcp__accountId", "a" * 6, "a" * 5),
    (
        GCP,
        "rootSecret__gcp__serviceAccountJson",
        GCP["rootSecret"]["gcp"]["serviceAccountJson"].ljust(65_536),
        GCP["rootSecret"]["gcp"]["serviceAccountJson"].ljust(65_537),
    ),
    (AZURE, "rootSecret__azure__infrastructureName", "a" * 27, "a" * 28),
    (AZURE, "rootSecret__azure__resourceGroup", "a" * 90, "a" * 91),
    (
        OPENSTACK,
        "rootSecret__openstack__cloudsYaml",
        f"clouds: {{openstack: {{}}}} #{'x' * 65_511}",
        f"clouds: {{openstack: {{}}}} #{'x' * 65_512}",
    ),
    (OPENSTACK, "rootSecret__openstack__caCert", "a" * 1_048_576, "a" * 1_048_577),
    (VSPHERE, "rootSecret__vsphere__vcenters", logins("a" * 253), logins("a" * 254)),
    (
        VSPHERE,
        "rootSecret__vsphere__vcenters",
        logins("v", username="u" * 256, password="p" * 256),
        logins("v", username="u" * 257, password="p" * 257),
    ),
    (VSPHERE, "rootSecret__vsphere__vcenters", logins("v"), logins("v", username="", password="")),
    (ON_IBM, "componentSecrets", content("a" * 63, "b" * 253, "k"), content("a" * 64, "b", "k")),
    (ON_IBM, "componentSecrets", content("a", "b", "k"), content("a", "b" * 316, "k")),
    (ON_IBM, "componentSecrets", content("a", "b", "k" * 253), content("a", "b", "k" * 254)),
]


@pytest.mark.parametrize(("branch", "path", "fits", "exceeds"), LIMITS, ids=range(len(LIMITS)))
def test_a_setting_may_be_as_long_as_its_rule_says_and_no_longer(
    branch: Branch, path: str, fits: object, exceeds: object
) -> None:
    assert problems(with_(branch, **{path: fits})) == ()
    found = problems(with_(branch, **{path: exceeds}))
    assert found
    assert all(each.startswith("cloudCredentials.") for each in found)
    assert not any("entries" in each for each in found)


@pytest.mark.parametrize(
    ("branch", "path"),
    [
        (MINT, KEY),
        (MINT, SECRET),
        (AZURE, "rootSecret__azure__clientSecret"),
        (GCP, "rootSecret__gcp__serviceAccountJson"),
        (OPENSTACK, "rootSecret__openstack__cloudsYaml"),
        (VSPHERE, "rootSecret__vsphere__vcenters"),
    ],
)
def test_a_secret_that_cannot_be_decrypted_here_is_judged_nowhere(branch: Branch, path: str) -> None:
    sealed: object = logins("v", password=SEALED) if path.endswith("vcenters") else SEALED
    assert problems(with_(branch, **{path: sealed})) == ()
    settings = CloudCredentialsSettings.model_validate(with_(branch, **{path: sealed}))
    assert settings.root_secret
    assert root_content(settings.root_secret) is None
