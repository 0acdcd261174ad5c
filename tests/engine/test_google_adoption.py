"""Service accounts of ccoctl on Google Cloud move under the stack, on the real engine."""

from typing import Final

import pytest

from tests.engine.examples import make_stack
from tests.engine.stacks import Stack
from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK

pytestmark = [NEEDS_SDK, pytest.mark.timeout(600)]

NAME: Final = "sts-gcp"
FRONT: Final = "component-identities-openshift"
REGISTRY: Final = f"{FRONT}-image-registry-installer-cloud-credentials"
INGRESS: Final = f"{FRONT}-ingress-operator-cloud-credentials"
PROJECT: Final = {"project": "my-project"}
ROLE: Final = "projects/my-project/roles/myproject_openshiftingressgcp"
IDS: Final = {REGISTRY: "mycluster-openshift-i-x7k2p", INGRESS: "mycluster-openshift-i-b4c5d"}
OLD: Final = ["dns.changes.create", "dns.changes.get"]
USERS: Final = "roles/iam.workloadIdentityUser"


def resource_name(account_id: str) -> str:
    return f"projects/my-project/serviceAccounts/{account_id}@my-project.iam.gserviceaccount.com"


def made_by_ccoctl(workspace: Workspace) -> None:
    """Two accounts, as an older ccoctl made them: without descriptions, and with other members."""
    role = {**PROJECT, "roleId": ROLE.rpartition("/")[2], "title": "t", "permissions": OLD}
    workspace.clouds.exists(tokens.GCP_CUSTOM_ROLE, ROLE, role)
    for resource, account_id in IDS.items():
        name = resource_name(account_id)
        account = {**PROJECT, "accountId": account_id, "displayName": resource}
        workspace.clouds.exists(tokens.GCP_SERVICE_ACCOUNT, name, account)
        granted = ROLE if resource == INGRESS else "roles/storage.admin"
        member = f"serviceAccount:{name.rpartition('/')[2]}"
        grant = {**PROJECT, "role": granted, "member": member}
        workspace.clouds.exists(tokens.GCP_PROJECT_MEMBER, f"my-project {granted} {member}", grant)
        users = {"serviceAccountId": name, "role": USERS, "members": ["user:old@example.com"]}
        workspace.clouds.exists(tokens.GCP_ACCOUNT_BINDING, f"{name} {USERS}", users)


def test_accounts_of_ccoctl_come_in_as_they_are_and_are_repaired_by_a_later_update(workspace: Workspace) -> None:
    make_stack(workspace, NAME)
    made_by_ccoctl(workspace)
    stack = Stack(workspace, NAME)
    branch = "componentIdentities"
    stack.configure(
        (f"{branch}.existing", "keep"),
        *((f"{branch}.existingIds.{name}", account_id) for name, account_id in IDS.items()),
    )
    stack.update()

    made = {call.partition(" ")[2] for call in workspace.calls if call.startswith("create ")}
    assert not [name for name in made if name.startswith(FRONT) and not name.endswith("-settle")]
    world = workspace.clouds.world
    assert (world.find(tokens.GCP_CUSTOM_ROLE, ROLE) or {})["permissions"] == OLD
    manifests = workspace.succeed("stack", "output", "componentManifests", "--stack", NAME).text
    assert "openshift-ingress-operator-cloud-credentials-credentials.yaml" in manifests

    stack.configure((f"{branch}.existing", "repair"))
    before = len(workspace.calls)
    stack.update()
    changed = set(workspace.calls[before:])
    assert {f"update {INGRESS}", f"update {INGRESS}-role", f"update {INGRESS}-users"} <= changed
    assert not [call for call in changed if call.startswith(("create ", "delete "))]
    repaired = workspace.clouds.world.find(tokens.GCP_CUSTOM_ROLE, ROLE) or {}
    assert "dns.changes.get" not in repaired["permissions"]

    stack.configure((f"{branch}.existing", ""))
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", NAME)


def test_the_custom_role_of_another_cluster_is_reported_with_the_setting(workspace: Workspace) -> None:
    make_stack(workspace, NAME)
    role = {**PROJECT, "roleId": ROLE.rpartition("/")[2], "title": "t", "permissions": OLD}
    workspace.clouds.exists(tokens.GCP_CUSTOM_ROLE, ROLE, role)
    stack = Stack(workspace, NAME)

    told = stack.refused()
    assert "set componentIdentities.gcp.customRoles to existing" in told
    assert "pulumi import" in told

    stack.configure(("componentIdentities.gcp.customRoles", "existing"))
    stack.update()
    assert (workspace.clouds.world.find(tokens.GCP_CUSTOM_ROLE, ROLE) or {})["permissions"] == OLD
