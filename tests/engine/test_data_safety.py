"""What a destroy and a replacement leave of a store of snapshots, on the real engine.

The stand-in clouds write down what they are asked to delete.
"""

import json

import pytest

from tests.engine.examples import make_stack
from tests.engine.stacks import BLOB, NOTHING_WAITS, S3, VAULT, Stack
from tests.engine.workspace import Workspace
from tests.kit import tokens

EVERYTHING = {
    "dev": (
        (f"{S3}.kms.create", "true"),
        (f"{S3}.objectLock.mode", "governance"),
        (f"{S3}.objectLock.days", "7"),
        ("etcdBackup.credentials.createOidcProvider", "true"),
    ),
    "aro": (
        (f"{BLOB}.customerManagedKey.keyVaultId", VAULT),
        (f"{BLOB}.customerManagedKey.keyName", "etcd"),
        (f"{BLOB}.retentionDays", "30"),
    ),
}


@pytest.mark.parametrize("name", EVERYTHING)
def test_no_destroy_takes_anything_from_a_protected_store(workspace: Workspace, name: str) -> None:
    stack = Stack.up(workspace, name, *EVERYTHING[name])

    refused = workspace.pulumi("destroy", "--yes", "--skip-preview", "--stack", name)
    assert refused.code != 0
    assert stack.deleted() == set(), "a destroy that stops at the bucket has stripped it before"

    for flag in ("--skip-preview", "--target-dependents"):
        target = ("--target", "**etcd-backup-snapshots**", flag)
        outcome = workspace.pulumi("destroy", "--yes", *target, "--stack", name)
        assert outcome.code != 0, outcome.text
        assert stack.deleted() == set(), flag

    workspace.succeed("destroy", "--yes", "--exclude-protected", "--stack", name)
    assert stack.deleted() == set()
    assert not any(call.startswith("delete etcd-backup/") for call in workspace.calls)


@pytest.mark.parametrize("name", ["aws-adopt-existing", "azure-adopt-existing"])
def test_no_destroy_touches_an_adopted_store(workspace: Workspace, name: str) -> None:
    make_stack(workspace, name)
    stack = Stack(workspace, name)
    stack.update()

    workspace.succeed("destroy", "--yes", "--skip-preview", "--stack", name)

    changed = ("create ", "update ", "delete ")
    assert stack.deleted() == set()
    assert not [
        call for call in workspace.calls if call.startswith(tuple(f"{what}etcd-backup-snapshots" for what in changed))
    ]


@pytest.mark.parametrize("name", EVERYTHING)
def test_a_destroy_leaves_a_retained_store_whole(workspace: Workspace, name: str) -> None:
    branch = S3 if name == "dev" else BLOB
    stack = Stack.up(workspace, name, *EVERYTHING[name], (f"{branch}.retainOnDestroy", "true"))

    workspace.succeed("destroy", "--yes", "--skip-preview", "--stack", name)

    assert stack.deleted() == set()


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [("dev", f"{S3}.region", "us-west-2"), ("aro", f"{BLOB}.storageAccount", "otheraccount")],
)
def test_a_store_that_would_be_replaced_stops_at_preview_until_it_may_stay_behind(
    workspace: Workspace, name: str, setting: str, value: str
) -> None:
    stack = Stack.up(workspace, name)

    stack.configure((setting, value))
    for command in (("preview",), ("up", "--yes", "--skip-preview")):
        refused = workspace.pulumi(*command, "--stack", name)
        assert refused.code != 0
        assert f'{setting}: is "{value}", but was' in refused.text
        assert "retainOnDestroy to true" in refused.text
        assert "Traceback" not in refused.text
    assert stack.deleted() == set()

    branch = S3 if name == "dev" else BLOB
    before = json.loads(workspace.succeed("stack", "output", "--json", "--stack", name).output)
    kept = before["snapshotStore"][setting.removeprefix("etcdBackup.storage.")]
    stack.configure((f"{branch}.retainOnDestroy", "true"), (setting, kept))
    stack.update()
    stack.configure((setting, value))
    if name == "dev":
        assert "a bucket never moves" in stack.refused()
        stack.configure((f"{S3}.bucket", "in-another-region"))
    stack.update()
    assert stack.deleted() == set()


def test_an_account_is_never_made_locked_and_is_locked_later(workspace: Workspace) -> None:
    workspace.succeed("stack", "init", "aro")
    stack = Stack(workspace, "aro")
    locked = (f"{BLOB}.immutability.state", "Locked")
    stack.configure(NOTHING_WAITS, (f"{BLOB}.immutability.days", "7"), locked)

    for refused in (
        workspace.pulumi("preview", "--stack", "aro"),
        workspace.pulumi("up", "--yes", "--skip-preview", "--stack", "aro"),
    ):
        assert refused.code != 0
        assert "set it to Unlocked" in refused.text
    assert "create etcd-backup-snapshots" not in workspace.calls
    stack.configure((f"{BLOB}.immutability.state", "Unlocked"))
    stack.update()
    stack.configure(locked)
    stack.update()
    assert "update etcd-backup-snapshots" in workspace.calls


def test_assignments_follow_an_account_that_is_replaced(workspace: Workspace) -> None:
    may_go = ((f"{BLOB}.protect", "false"), (f"{BLOB}.deleteSnapshots", "true"))
    stack = Stack.up(workspace, "aro", *may_go)
    before = len(workspace.calls)

    stack.configure((f"{BLOB}.storageAccount", "another1"))
    stack.update()

    ((_, assignment),) = workspace.clouds.world.all(tokens.ROLE_ASSIGNMENT)
    assert "/storageAccounts/another1/" in assignment["scope"]
    calls = workspace.calls[before:]
    role = "etcd-backup-upload-permission-custom-role"
    assert calls.index("create etcd-backup-snapshots") < calls.index(f"create {role}")


AT = ("--stack", "dev")


MADE = "create etcd-backup/clusters/my-cluster"


@pytest.fixture
def dev(workspace: Workspace) -> Workspace:
    """The stack ``dev``, without a stack of its own yet."""
    workspace.succeed("stack", "init", "dev")
    return workspace


def up(dev: Workspace) -> str:
    return dev.succeed("up", "--yes", "--skip-preview", *AT).text


@pytest.mark.parametrize("wait", ["true", "false"])
def test_after_a_refused_destroy_a_backup_starts_again(dev: Workspace, wait: str) -> None:
    path = "etcdBackup.backupPolicy.wait"
    dev.succeed("config", "set", *AT, "--plaintext", "--path", path, wait)
    up(dev)
    assert "backup" not in dev.succeed("preview", "--expect-no-changes", *AT).errors

    refused = dev.pulumi("destroy", "--yes", "--skip-preview", *AT)
    assert "it is protected" in refused.text
    text = dev.succeed("preview", *AT).text
    assert "HCPEtcdBackup" in text
    assert "not succeeded" not in text
    up(dev)

    assert dev.calls.count(MADE) == 2


def test_a_preview_that_refreshes_says_what_its_update_would_say(dev: Workspace) -> None:
    up(dev)
    with dev.clouds.changing() as world:
        for identifier in world.of_type(tokens.HCP_ETCD_BACKUP):
            world.remove(tokens.HCP_ETCD_BACKUP, identifier)

    for command in (("preview",), ("up", "--yes", "--skip-preview")):
        outcome = dev.pulumi(*command, "--refresh", *AT)
        assert outcome.code != 0
        assert "It is not created again: run the command again without --refresh" in outcome.text
    assert dev.calls.count(MADE) == 1
    assert "the stack does not create it again" in up(dev).lower()
