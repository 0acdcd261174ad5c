"""Wrong settings of cloudCredentials: the branch, the change, the setting told, its words."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.cloud_credentials.plan import root_content
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings
from tests.kit.cco import folder
from tests.kit.golden import Golden
from tests.kit.settings_rows import compare_settings
from tests.kit.tables import rows_beside
from tests.systems.cloud_credentials import stacks
from tests.systems.cloud_credentials.stacks import (
    AZURE,
    GCP,
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
NAMES = (
    *("MINT", "MAKES_USER", "AZURE", "VSPHERE", "OPENSTACK", "GCP", "MAKES_ACCOUNT", "MANUAL", "MANUAL_GIVEN"),
    "SHORT_TERM",
)


def test_what_is_said_of_settings(golden: Golden) -> None:
    trees = {**{name: getattr(stacks, name) for name in NAMES}, "ON_IBM": ON_IBM}
    compare_settings(Path(__file__).with_name("wrong_settings.txt"), golden, trees, problems)


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


@rows_beside("statements, rule")
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


KEY = "rootSecret__aws__accessKeyId"
SECRET = "rootSecret__aws__secretAccessKey"


ON_IBM = with_(MANUAL_GIVEN, platform="IBMCloud")


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
    sealed: object = {"v": {"username": "u", "password": SEALED}} if path.endswith("vcenters") else SEALED
    assert problems(with_(branch, **{path: sealed})) == ()
    settings = CloudCredentialsSettings.model_validate(with_(branch, **{path: sealed}))
    assert settings.root_secret
    assert root_content(settings.root_secret) is None
