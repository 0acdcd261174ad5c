"""From a role of the stack to one that exists, and back, on the real engine."""

from openshift_credentials.platforms.aws.policies import trust_policy
from tests.engine.stacks import NOTHING_WAITS, Stack
from tests.engine.workspace import Workspace
from tests.kit import tokens

ISSUER = "https://oidc.op1.openshiftapps.com/2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e"
SUBJECT = "system:serviceaccount:hypershift:etcd-backup-job"
SHARED, OWN = "shared-upload", "etcd-backup-role"
USED = ("etcdBackup.credentials.existingRole", "true")
NAMED = ("etcdBackup.credentials.roleName", SHARED)


def make_shared_role(workspace: Workspace) -> None:
    trust = trust_policy("aws", "123456789012", ISSUER, [SUBJECT])
    role = {"name": SHARED, "path": "/", "assumeRolePolicy": trust}
    workspace.clouds.exists(tokens.IAM_ROLE, SHARED, role)


def roles(workspace: Workspace) -> set[str]:
    return {identifier for identifier, _ in workspace.clouds.world.all(tokens.IAM_ROLE)}


def test_the_old_role_is_deleted_after_the_secret_and_the_existing_one_stays(workspace: Workspace) -> None:
    make_shared_role(workspace)
    stack = Stack.up(workspace, "dev")
    stack.configure((NOTHING_WAITS[0], ""), USED, NAMED)
    before = len(workspace.calls)
    stack.update()

    calls = workspace.calls[before:]
    assert roles(workspace) == {SHARED}
    assert calls.index("update etcd-backup-credentials") < calls.index("delete etcd-backup-upload")
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", "dev")
    workspace.succeed("refresh", "--yes", "--expect-no-changes", "--stack", "dev")

    stack.configure((USED[0], ""), (NAMED[0], OWN), NOTHING_WAITS)
    stack.update()
    assert roles(workspace) == {SHARED, OWN}
    stack.configure((NOTHING_WAITS[0], ""), USED, NAMED)
    stack.update()
    with workspace.clouds.changing() as world:
        world.empty_stores()
    workspace.succeed("state", "unprotect", "--all", "--yes", "--stack", "dev")
    workspace.succeed("destroy", "--yes", "--stack", "dev")
    assert roles(workspace) == {SHARED}, "what exists is never deleted"


def test_a_role_of_the_stack_does_not_become_an_existing_one(workspace: Workspace) -> None:
    stack = Stack.up(workspace, "dev")
    stack.configure((NOTHING_WAITS[0], ""), USED)
    before = len(workspace.calls)

    assert "has created arn:aws:iam::123456789012:role/etcd-backup-role" in stack.refused()
    assert not [call for call in workspace.calls[before:] if call.startswith("delete ")]
    assert roles(workspace) == {OWN}


def test_a_role_that_does_not_exist_stops_the_preview(workspace: Workspace) -> None:
    workspace.succeed("stack", "init", "dev")
    stack = Stack(workspace, "dev")
    stack.configure(USED, NAMED)

    assert SHARED in workspace.pulumi("preview", "--stack", "dev").text
    assert workspace.pulumi("preview", "--stack", "dev").code != 0
