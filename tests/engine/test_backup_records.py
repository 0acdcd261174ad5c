"""What a stack remembers of its backups: through a refused destroy, and without an object."""

import pytest

from tests.engine.workspace import Workspace
from tests.kit import tokens

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
