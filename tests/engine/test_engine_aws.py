"""What only stacks on AWS do, on the real engine."""

import pytest

from openshift_credentials.platforms.aws.policies import trust_policy
from tests.engine.examples import make_stack
from tests.engine.stacks import NOTHING_WAITS, Stack
from tests.engine.test_engine import of_stack, state
from tests.engine.workspace import Workspace
from tests.kit import tokens


@pytest.mark.parametrize(
    ("setting", "waits"), [("etcdBackup.credentials.restore", True), ("etcdBackup.storage.s3.protect", False)]
)
def test_an_update_waits_again_only_where_the_role_changed(workspace: Workspace, setting: str, waits: bool) -> None:
    of_stack(workspace, "dev")
    workspace.succeed("up", "--yes", "--skip-preview", "--stack", "dev")

    value = "true" if waits else "false"
    workspace.succeed("config", "set", "--stack", "dev", "--plaintext", "--path", setting, value)
    steps = workspace.json("preview", "--json", "--stack", "dev")["steps"]

    sleeps = [each["op"] for each in steps if each.get("urn", "").endswith("-upload-settle")]
    changed = any(operation != "same" for operation in sleeps)
    assert changed == waits, "the provider of the wait replaces it whenever a trigger changes"


def test_a_protected_bucket_is_not_destroyed_and_one_left_behind_is_let_go(workspace: Workspace) -> None:
    of_stack(workspace, "dev")
    workspace.succeed("up", "--yes", "--skip-preview", "--stack", "dev")

    refused = workspace.pulumi("destroy", "--yes", "--skip-preview", "--stack", "dev")
    assert refused.code != 0
    assert "protected" in refused.text

    kept = ("--plaintext", "--path", "etcdBackup.storage.s3.retainOnDestroy", "true")
    workspace.succeed("config", "set", "--stack", "dev", *kept)
    workspace.succeed("up", "--yes", "--skip-preview", "--stack", "dev")
    workspace.succeed("destroy", "--yes", "--skip-preview", "--stack", "dev")
    assert state(workspace, "dev") == []


@pytest.mark.parametrize("names", [("first", "second", "first")])
def test_a_renamed_user_leaves_no_key_behind(workspace: Workspace, names: tuple[str, ...]) -> None:
    make_stack(workspace, "mint-aws")
    stack = Stack(workspace, "mint-aws")
    stack.update()
    for name in names:
        stack.configure(("cloudCredentials.rootSecret.aws.userName", name))
        stack.update()

        world = workspace.clouds.world
        owners = [key["user"] for _, key in world.all(tokens.IAM_ACCESS_KEY)]
        assert owners == [name], "one key in the account, and it is the new user's"
        assert world.of_type(tokens.IAM_USER) == [name]
        attached = [each["user"] for _, each in world.all(tokens.IAM_USER_POLICY_ATTACHMENT)]
        assert set(attached) == {name}
        (kept,) = [each for each in workspace.stack("mint-aws") if each["type"] == tokens.IAM_ACCESS_KEY]
        assert kept["id"] in world.of_type(tokens.IAM_ACCESS_KEY)


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
