"""The root secret on Google Cloud: its account, its role, and their limits."""

import json
from pathlib import Path

import pytest

from openshift_credentials.platforms.kubernetes.secrets import read_secret
from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.cloud_credentials.rules.permissions import GCP_PASSTHROUGH_TESTED
from openshift_credentials.systems.cloud_credentials.rules.secrets import SecretKind, detect, secret_findings
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.recorded import UNKNOWN

from .stacks import GCP, GCP_REQUESTS, MAKES_ACCOUNT, PROJECT, REQUESTS, config, content, problems, recorded, with_

pytestmark = NEEDS_SDK

ROLE = "projects/my-project/roles/mycluster_cloud_crede_c2hhh"
EMAIL = "mycluster-cloud-crede-c2hhh@my-project.iam.gserviceaccount.com"
PASSTHROUGH = with_(MAKES_ACCOUNT, mode="Passthrough", requests=GCP_REQUESTS)


@FRAMES
def test_the_secret_holds_the_key_file_and_waits_until_the_account_can_use_it(preview: bool) -> None:
    stack = recorded(MAKES_ACCOUNT, preview=preview)
    secret, mode = stack.only(tokens.SECRET), stack.only(tokens.CLOUD_CREDENTIAL_PATCH)
    sleep = stack.only(tokens.SLEEP)
    assert stack.waits_for(secret, [sleep])
    assert stack.waits_for(sleep, stack.all(tokens.GCP_PROJECT_MEMBER))
    assert stack.waits_for(sleep, stack.all(tokens.GCP_ACCOUNT_KEY))
    assert stack.waits_for(mode, [secret])
    assert secret.is_secret("data")
    if preview:
        assert secret.inputs["data"] == UNKNOWN
        return
    (text,) = content(stack, "gcp-credentials").values()
    assert json.loads(text)["client_email"] == EMAIL
    read = read_secret({"apiVersion": "v1", "kind": "Secret", **dict(secret.inputs)})
    detected = detect(read)
    assert detected.kind is SecretKind.ROOT
    assert secret_findings(read) == ()


@FRAMES
def test_passthrough_gets_the_union_of_the_requests_and_their_predefined_roles(preview: bool) -> None:
    stack = recorded(PASSTHROUGH, preview=preview)
    permissions = stack.only(tokens.GCP_CUSTOM_ROLE).inputs["permissions"]
    of_requests = ["dns.changes.create", "dns.resourceRecordSets.create"]
    assert {*GCP_PASSTHROUGH_TESTED, *of_requests} <= {*permissions}
    assert "iam.serviceAccountKeys.create" not in permissions
    roles = [each.inputs["role"] for each in stack.all(tokens.GCP_PROJECT_MEMBER)]
    assert "roles/storage.admin" in roles
    assert len(roles) == 2


@FRAMES
def test_rotation_makes_a_new_key_and_changes_the_secret_in_place(preview: bool) -> None:
    before, after = (recorded(with_(MAKES_ACCOUNT, rotation=each), preview=preview) for each in ("1", "2"))
    assert before.only(tokens.GCP_ACCOUNT_KEY).urn != after.only(tokens.GCP_ACCOUNT_KEY).urn
    for same in (tokens.GCP_SERVICE_ACCOUNT, tokens.GCP_CUSTOM_ROLE, tokens.SECRET):
        assert before.only(same).urn == after.only(same).urn
    triggers = [stack.only(tokens.SLEEP).inputs["triggers"] for stack in (before, after)]
    assert triggers[0] != triggers[1]


@FRAMES
def test_a_role_alone_is_exported_to_be_granted(preview: bool) -> None:
    stack = recorded(with_(PASSTHROUGH, rootSecret__gcp__make="role"), preview=preview)
    whole = recorded(PASSTHROUGH, preview=preview)
    for type_ in (tokens.GCP_SERVICE_ACCOUNT, tokens.GCP_ACCOUNT_KEY, tokens.SECRET):
        assert type_ not in stack.types
    assert stack.only(tokens.GCP_CUSTOM_ROLE).urn == whole.only(tokens.GCP_CUSTOM_ROLE).urn
    assert preview or stack.exports["rootRoles"] == [ROLE, "roles/storage.admin"]


@FRAMES
def test_the_settings_name_the_account_and_its_project(preview: bool) -> None:
    branch = with_(
        MAKES_ACCOUNT,
        gcp__project="example.com:my-project",
        gcp__universe="example.cloud",
        gcp__settleSeconds=0,
        rootSecret__gcp__accountId="the-root",
    )
    stack = recorded(branch, preview=preview)
    account = stack.only(tokens.GCP_SERVICE_ACCOUNT)
    assert account.inputs["accountId"] == "the-root"
    assert account.inputs["project"] == "example.com:my-project"
    assert stack.only(tokens.GCP_CUSTOM_ROLE).inputs["roleId"] == "the_root"
    assert stack.only("pulumi:providers:gcp").inputs["universeDomain"] == "example.cloud"
    assert tokens.SLEEP not in stack.types
    assert stack.waits_for(stack.only(tokens.SECRET), stack.all(tokens.GCP_PROJECT_MEMBER))


@FRAMES
def test_nothing_secret_is_in_a_message_or_an_output(preview: bool) -> None:
    stack = recorded(MAKES_ACCOUNT, preview=preview)
    shown = repr(stack.exports) + repr(stack.warnings)
    assert "PRIVATE KEY" not in shown
    assert tokens.GCP_ACCOUNT_KEY in stack.types


@FRAMES
def test_a_key_file_registers_nothing_on_google_cloud(preview: bool) -> None:
    types = recorded(GCP, preview=preview).types
    assert not [type_ for type_ in types if type_.startswith(("gcp:", "pulumi:providers:gcp"))]


IN_PASSTHROUGH = with_(MAKES_ACCOUNT, mode="Passthrough")


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
    branch = with_(IN_PASSTHROUGH, requests=folder(tmp_path, permissions), rootSecret__gcp__make=make)
    assert any(said in problem for problem in problems(branch)), problems(branch)


@pytest.mark.parametrize(("count", "ending"), [(10, "j.*;"), (11, "j.* and 1 more;")])
def test_ten_wrong_permissions_are_named(tmp_path: Path, count: int, ending: str) -> None:
    path = folder(tmp_path, [f"{letter}.*" for letter in "abcdefghijk"[:count]])
    (found,) = problems(with_(IN_PASSTHROUGH, requests=path))
    names = ", ".join(f"{letter}.*" for letter in "abcdefghi")
    assert f"has permissions that no custom role can have: {names}, {ending}" in found


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
