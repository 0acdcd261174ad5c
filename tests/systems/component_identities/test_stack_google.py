"""Service accounts of components on Google Cloud as resources, in a preview and in an update."""

import base64
import json
import re
from pathlib import Path

import pytest

from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.recorded import Recorded, Resource
from tests.systems.component_identities.google_cloud import ACCOUNT, branches, google_request, stack_of
from tests.systems.token_issuer.stacks import imported

pytestmark = NEEDS_SDK

FRONT = "principal://iam.googleapis.com/projects/123456789012/locations/global"
USERS = f"{FRONT}/workloadIdentityPools/mycluster/subject/system:serviceaccount:openshift-one"
BOTH = google_request("roles/storage.admin", permissions=("compute.disks.get",))
CUSTOM = "projects/my-project/roles/myproject_one"


def account_of(stack: Recorded) -> Resource:
    return stack.only(tokens.GCP_SERVICE_ACCOUNT)


def test_the_provider_has_nothing_of_the_environment_and_nothing_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PROJECT", "REGION", "ZONE"):
        monkeypatch.setenv(f"GOOGLE_{name}", "of-somebody")
    for provider in stack_of(branches(tmp_path, BOTH)).all("pulumi:providers:gcp"):
        assert provider.inputs["project"] == "my-project"
        assert all(provider.inputs[key] for key in provider.inputs), "the provider refuses it"
        assert "of-somebody" not in provider.inputs.values()


def test_roles_come_in_the_order_of_ccoctl_and_each_once(tmp_path: Path) -> None:
    request = google_request("roles/b", "roles/a", "roles/b", permissions=("compute.disks.get",))
    members = stack_of(branches(tmp_path, request)).all(tokens.GCP_PROJECT_MEMBER)
    assert [each.inputs["role"] for each in members] == ["roles/b", "roles/a", CUSTOM]
    assert {each.inputs["project"] for each in members} == {"my-project"}


def test_service_accounts_that_occur_twice_are_one_member(tmp_path: Path) -> None:
    stack = stack_of(branches(tmp_path, google_request(accounts=("sa", "other", "sa"))))
    binding = stack.only(tokens.GCP_ACCOUNT_BINDING)
    assert binding.inputs["members"] == [f"{USERS}:sa", f"{USERS}:other"]
    assert tokens.GCP_PROJECT_MEMBER not in stack.types


@pytest.mark.parametrize(
    ("project", "host", "role_id"),
    [
        ("example.com:my-project", "my-project.example.com", "examplecommyproject_one"),
        ("eu0:my-project", "my-project.eu0", "eu0myproject_one"),
    ],
)
def test_a_project_with_a_prefix_is_turned_around_in_addresses_only(
    tmp_path: Path, project: str, host: str, role_id: str
) -> None:
    stack = stack_of(branches(tmp_path, BOTH, project=project))
    account, role = account_of(stack), stack.only(tokens.GCP_CUSTOM_ROLE)
    grant = stack.named(tokens.GCP_PROJECT_MEMBER, f"{ACCOUNT}-storage.admin")
    email = f"{account.inputs['accountId']}@{host}.iam.gserviceaccount.com"
    assert grant.inputs["member"] == f"serviceAccount:{email}"
    assert (account.inputs["project"], role.inputs["roleId"], role.inputs["title"]) == (
        project,
        role_id,
        f"{project}-one",
    )


def test_a_request_that_is_dropped_leaves_the_others_alone(tmp_path: Path) -> None:
    two = google_request("roles/a", name="two")

    def urns(folder: str, *requests: dict[str, object]) -> set[str]:
        given = branches(tmp_path / folder, *requests)
        return {each.urn for each in stack_of(given, preview=True).resources}

    gone = urns("both", BOTH, two) - urns("rest", two)
    assert len(gone) == 7
    assert all("openshift-one" in urn for urn in gone)
    assert urns("both", BOTH, two) > urns("rest", two)


def test_a_role_that_is_dropped_leaves_the_others_alone(tmp_path: Path) -> None:
    def grants(folder: str, *roles: str) -> dict[str, object]:
        stack = stack_of(branches(tmp_path / folder, google_request(*roles)))
        return {each.urn: each.inputs["role"] for each in stack.all(tokens.GCP_PROJECT_MEMBER)}

    shared = "organizations/1/roles/one", "projects/my-project/roles/one"
    before, after = grants("before", "roles/a", *shared), grants("after", *shared)
    assert len(before) == 3
    assert after.items() < before.items()


def test_custom_roles_stay_in_the_project_unless_the_settings_delete_them(tmp_path: Path) -> None:
    def retained(folder: str, **gcp: object) -> bool:
        stack = stack_of(branches(tmp_path / folder, BOTH, gcp=gcp))
        return stack.only(tokens.GCP_CUSTOM_ROLE).retain_on_delete

    assert retained("kept")
    assert not retained("deleted", deleteCustomRoles=True)


def test_custom_roles_of_another_cluster_are_granted_and_not_created(tmp_path: Path) -> None:
    stack = stack_of(branches(tmp_path, BOTH, gcp={"customRoles": "existing"}))
    assert tokens.GCP_CUSTOM_ROLE not in stack.types
    grant = stack.named(tokens.GCP_PROJECT_MEMBER, f"{ACCOUNT}-custom-role")
    assert grant.inputs["role"] == CUSTOM


def test_secrets_wait_for_permissions(tmp_path: Path) -> None:
    given = branches(tmp_path, BOTH, secretsIn="cluster")
    stack = stack_of({**given, "cluster": {"name": "mycluster"}})
    (wait,) = (each for each in stack.all(tokens.SLEEP) if each.name == f"{ACCOUNT}-settle")
    assert wait.inputs["createDuration"] == "120s"
    granted = (*stack.all(tokens.GCP_PROJECT_MEMBER), *stack.all(tokens.GCP_ACCOUNT_BINDING))
    assert stack.waits_for(wait, granted)
    secret = stack.only(tokens.SECRET)
    assert stack.waits_for(secret, [wait])
    config = json.loads(secret.inputs["stringData"]["service_account.json"])
    assert config["type"] == "external_account"
    account_id = account_of(stack).inputs["accountId"]
    assert f"/{account_id}@my-project.iam." in config["service_account_impersonation_url"]


def config_of(manifest: str) -> str:
    found = re.search(r"service_account\.json: (\S+)", manifest)
    assert found
    return base64.b64decode(found[1]).decode()


EMAIL = "mycluster-one-x7k2p@my-project.iam.gserviceaccount.com"
NAME = f"projects/my-project/serviceAccounts/{EMAIL}"
IMPORTS = {ACCOUNT: NAME, f"{ACCOUNT}-role": CUSTOM}
BINDINGS = {
    f"{ACCOUNT}-storage.admin": f"my-project roles/storage.admin serviceAccount:{EMAIL}",
    f"{ACCOUNT}-custom-role": f"my-project {CUSTOM} serviceAccount:{EMAIL}",
    f"{ACCOUNT}-users": f"{NAME} roles/iam.workloadIdentityUser",
}


@FRAMES
@pytest.mark.parametrize("named", [EMAIL, EMAIL.partition("@")[0], NAME])
def test_what_ccoctl_created_is_kept(tmp_path: Path, preview: bool, named: str) -> None:
    given = branches(tmp_path, BOTH, existing="keep", existingIds={ACCOUNT: named})
    stack = stack_of(given, preview=preview)
    assert imported(stack) == {**IMPORTS, **BINDINGS}
    assert account_of(stack).ignore_changes == ("description", "disabled", "displayName")
    assert stack.only(tokens.GCP_ACCOUNT_BINDING).ignore_changes == ("members",)
    assert stack.only(tokens.GCP_CUSTOM_ROLE).ignore_changes == ("description", "permissions", "stage", "title")
    if not preview:
        (manifest,) = stack.exports["componentManifests"].values()
        assert EMAIL in config_of(manifest)


def test_bindings_of_ccoctl_are_completed_by_repair(tmp_path: Path) -> None:
    given = branches(tmp_path, BOTH, existing="repair", existingIds={ACCOUNT: EMAIL})
    stack = stack_of(given)
    assert imported(stack) == IMPORTS
    assert not any(each.ignore_changes for each in stack.resources)


def test_an_adopted_account_keeps_its_address_when_the_adoption_is_over(tmp_path: Path) -> None:
    stack = stack_of(branches(tmp_path, BOTH, existingIds={ACCOUNT: EMAIL}))
    assert account_of(stack).inputs["accountId"] == "mycluster-one-x7k2p"
    assert not imported(stack)
