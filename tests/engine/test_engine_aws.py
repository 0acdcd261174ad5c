"""What only stacks on AWS do, on the real engine."""

import json

import pytest

from tests.engine.test_engine import of_stack, state
from tests.engine.workspace import Workspace
from tests.kit import tokens

MARKER = "PlantedPlantedPlantedPlantedPlanted"


def with_static_keys(workspace: Workspace) -> None:
    of_stack(workspace, "dev", ("etcdBackup.credentials.mode", "aws-static"))
    workspace.succeed("config", "rm", "--stack", "dev", "--path", "etcdBackup.credentials.roleName")
    for name, value in (("accessKeyId", "AKIAIOSFODNN7EXAMPLE"), ("secretAccessKey", MARKER)):
        workspace.succeed(
            "config", "set", "--stack", "dev", "--secret", "--path", f"etcdBackup.credentials.{name}", value
        )


def test_static_keys_are_nowhere_in_plain_text(workspace: Workspace) -> None:
    with_static_keys(workspace)

    previewed = workspace.succeed("preview", "--json", "--stack", "dev")
    drawn = workspace.succeed("preview", "--diff", "--stack", "dev")
    updated = workspace.succeed("up", "--yes", "--skip-preview", "--stack", "dev")

    resources = state(workspace, "dev")
    written = previewed.text + drawn.text + updated.text + json.dumps(resources)
    assert MARKER not in written
    (secret,) = (each for each in resources if each["type"] == tokens.SECRET)
    assert "ciphertext" in secret["inputs"]["data"]
    assert not any(each["type"] == tokens.IAM_ROLE for each in resources)


def test_static_keys_do_not_change_by_themselves(workspace: Workspace) -> None:
    with_static_keys(workspace)

    workspace.succeed("up", "--yes", "--skip-preview", "--stack", "dev")

    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", "dev")


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
