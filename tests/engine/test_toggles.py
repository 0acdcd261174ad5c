"""What settings that are switched off take from a store of snapshots, on the real engine.

The stand-in clouds write down what they are asked to delete.
"""

from dataclasses import dataclass

import pytest

from tests.engine.stacks import BLOB, OF_THE_STORE, S3, VAULT, Stack
from tests.engine.workspace import Workspace


@dataclass(frozen=True)
class Optional:
    """A part that a setting switches on and off, and the resource that it is, if it goes."""

    stack: str
    on: tuple[tuple[str, str], ...]
    off: str
    goes: str | None
    guards: bool = False
    """Whether taking it from a protected store is refused."""


OPTIONALS = (
    Optional(
        "dev",
        ((f"{S3}.objectLock.mode", "governance"), (f"{S3}.objectLock.days", "7")),
        f"{S3}.objectLock",
        "etcd-backup-snapshots-object-lock",
        guards=True,
    ),
    Optional("dev", ((f"{S3}.retentionDays", "30"),), f"{S3}.retentionDays", None),
    Optional("aro", ((f"{BLOB}.retentionDays", "30"),), f"{BLOB}.retentionDays", None),
)


@pytest.mark.parametrize("name", ["dev", "aro"])
@pytest.mark.parametrize("retained", [False, True], ids=["protected", "retained"])
def test_what_a_setting_switches_off_ends_and_comes_back(workspace: Workspace, name: str, retained: bool) -> None:
    optionals = [each for each in OPTIONALS if each.stack == name]
    branch = S3 if name == "dev" else BLOB
    on = [setting for each in optionals for setting in each.on]
    kept = (f"{branch}.retainOnDestroy", "true" if retained else "false")
    stack = Stack.up(workspace, name, *on, kept)

    for each in optionals:
        if each.guards and not retained:
            stack.configure((each.off, ""))
            assert "protected" in stack.refused(), each
            stack.configure(*each.on)
    going = [each for each in optionals if retained or not each.guards]
    stack.configure(*((each.off, "") for each in going))
    stack.update()
    assert stack.deleted() == {each.goes for each in going if each.goes}

    stack.configure(*(setting for each in going for setting in each.on))
    workspace.up_as_told(name)  # what was left behind exists and is imported
    workspace.succeed(*("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", name))


COPIES: dict[str, tuple[tuple[str, str], ...]] = {
    f"{S3}.kms": ((f"{S3}.kms.create", "true"),),
    f"{BLOB}.customerManagedKey": (
        (f"{BLOB}.customerManagedKey.keyVaultId", VAULT),
        (f"{BLOB}.customerManagedKey.keyName", "etcd"),
    ),
}


@pytest.mark.parametrize("setting", COPIES)
def test_a_copy_or_a_key_is_never_deleted_by_taking_its_setting_back(workspace: Workspace, setting: str) -> None:
    name, branch = ("dev", S3) if setting.startswith(S3) else ("aro", BLOB)
    stack = Stack.up(workspace, name, *COPIES[setting])

    calls = len(workspace.calls)
    stack.configure((setting, ""))
    assert "Nothing was changed" in " ".join(stack.refused().split())
    assert not [call for call in workspace.calls[calls:] if call.startswith(("update ", "delete ", "create "))]
    stack.configure(*COPIES[setting], (f"{branch}.retainOnDestroy", "true"))
    stack.update()
    stack.configure((setting, ""))
    stack.update()

    copies = ("etcd-backup-copies", "etcd-backup-copy", *OF_THE_STORE)
    gone = [call for call in workspace.calls if call.startswith("delete ")]
    assert not [call for call in gone if call.split(" ")[1].startswith(copies)]


def test_object_lock_is_switched_on_later_without_replacing_the_bucket(workspace: Workspace) -> None:
    stack = Stack.up(workspace, "dev")

    stack.configure((f"{S3}.objectLock.mode", "compliance"), (f"{S3}.objectLock.days", "7"))
    stack.update()

    assert stack.deleted() == set()
    assert "create etcd-backup-snapshots-object-lock" in workspace.calls
