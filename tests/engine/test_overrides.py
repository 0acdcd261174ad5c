"""Overridden inputs on the real engine: set, changed, removed, secret."""

import json
import re
from typing import Any, Final

import pytest
import yaml

from tests.engine.test_engine import of_stack, state
from tests.engine.workspace import Workspace
from tests.kit import tokens

AT: Final = ("--stack", "aro")
ACCOUNT: Final = "etcd-backup-snapshots"
SETTING: Final = "etcdBackup.overrides"
MARKER: Final = "Planted0Marker1Of2Tests"


@pytest.fixture
def aro(workspace: Workspace) -> Workspace:
    of_stack(workspace, "aro")
    return workspace


def override(aro: Workspace, path: str, value: str, *, secret: bool = False) -> None:
    how = "--secret" if secret else "--plaintext"
    aro.succeed("config", "set", *AT, how, "--path", f"{SETTING}.{path}", value)


def up(aro: Workspace, *arguments: str) -> str:
    return aro.succeed("up", "--yes", "--skip-preview", *arguments, *AT).text


def account(aro: Workspace) -> dict[str, Any]:
    (found,) = (each for each in state(aro, "aro") if each["type"] == tokens.STORAGE_ACCOUNT)
    inputs: dict[str, Any] = found["inputs"]
    return inputs


def test_a_preview_shows_what_is_overridden(aro: Workspace) -> None:
    override(aro, f"{ACCOUNT}.allowedCopyScope", "AAD")
    override(aro, f"{ACCOUNT}.encryption.requireInfrastructureEncryption", "false")

    previewed = aro.succeed("preview", "--diff", *AT).text

    assert re.search(r'allowedCopyScope +: "AAD"', previewed)
    assert f'{SETTING}.{ACCOUNT}: overrides allowedCopyScope = "AAD", encryption' in previewed


def test_an_input_is_set_changed_and_removed(aro: Workspace) -> None:
    up(aro)
    before = account(aro)

    override(aro, f"{ACCOUNT}.allowedCopyScope", "AAD")
    override(aro, f"{ACCOUNT}.networkRuleSet.bypass", "None")
    up(aro)
    rules = {**before.get("networkRuleSet", {}), "bypass": "None"}
    assert account(aro) == {**before, "allowedCopyScope": "AAD", "networkRuleSet": rules}
    up(aro, "--expect-no-changes")

    override(aro, f"{ACCOUNT}.allowedCopyScope", "PrivateLink")
    up(aro)
    assert account(aro)["allowedCopyScope"] == "PrivateLink"

    aro.succeed("config", "rm", *AT, "--path", SETTING)
    up(aro)
    assert account(aro) == before
    assert aro.calls.count(f"update {ACCOUNT}") == 3
    up(aro, "--expect-no-changes")


def test_null_removes_an_input_of_the_program(aro: Workspace) -> None:
    file = aro.directory / "Pulumi.aro.yaml"
    content = yaml.safe_load(file.read_text())
    content["config"]["openshift-credentials:etcdBackup"]["overrides"] = {
        "etcd-backup-blob-service": {"changeFeed": None, "deleteRetentionPolicy": {"days": 30}}
    }
    plain = aro.json("preview", "--json", *AT)
    file.write_text(yaml.safe_dump(content))
    overridden = aro.json("preview", "--json", *AT)

    before, after = (
        next(
            step["newState"]["inputs"]
            for step in previewed["steps"]
            if step["newState"]["type"] == tokens.BLOB_SERVICE_PROPERTIES
        )
        for previewed in (plain, overridden)
    )
    assert before.keys() - after.keys() <= {"changeFeed"}
    assert after["deleteRetentionPolicy"] == {**before["deleteRetentionPolicy"], "days": 30}


def test_a_secret_is_encrypted_in_the_state_and_hidden_in_every_output(aro: Workspace) -> None:
    override(aro, f"{ACCOUNT}.tags.owner", MARKER, secret=True)
    override(aro, f"{ACCOUNT}.tags.team", "storage")

    previewed = aro.json("preview", "--json", *AT)
    drawn = aro.succeed("preview", "--diff", *AT)
    updated = aro.succeed("up", "--yes", "--skip-preview", "--diff", *AT)

    tags = account(aro)["tags"]
    assert "ciphertext" in json.dumps(tags)
    written = json.dumps(previewed) + drawn.text + updated.text + json.dumps(state(aro, "aro"))
    assert MARKER not in written
    assert "tags.owner = [secret], tags.team = " in drawn.text
    up(aro, "--expect-no-changes")
