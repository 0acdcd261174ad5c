"""States of released versions, taken over by the present program."""

import json
from pathlib import Path

import pytest
from pulumi.automation import Deployment

from openshift_credentials.etcd_backup.earlier_state import upgraded
from tests.engine.examples import make_stack
from tests.engine.workspace import Workspace
from tests.etcd_backup.test_earlier_state import KEPT

STATES = sorted((Path(__file__).parent / "states" / "0.1.0").glob("*.json"))
UNHARMED = {"same", "update", "create"}
NARROWED = {
    stack: {"etcd-backup-upload-permission-storage-blob-data-contributor": "replace"}
    for stack in ("azure-restore", "oadp-aro")
}
"""Release 0.1 let whoever restores read the whole account, see docs/upgrading.md."""
WAIT = "time:index/sleep:Sleep"
"""Nothing in a cloud: a wait runs again when the permissions that it waits for have changed."""


@pytest.mark.parametrize("state", STATES, ids=lambda path: path.stem)
def test_the_present_program_replaces_nothing_that_release_0_1_made(
    workspace: Workspace, state: Path
) -> None:
    stack = state.stem
    make_stack(workspace, stack)
    for setting in KEPT.get(stack, []):
        key, _, value = setting.partition("=")
        options = ("--stack", stack, "--plaintext", "--path")
        workspace.succeed("config", "set", *options, f"openshift-credentials:{key}", value)
    engine = workspace.automated(stack)
    engine.import_stack(Deployment(**upgraded(json.loads(state.read_text()))))

    steps = workspace.json("preview", "--json", "--stack", stack)["steps"]
    harmed = {
        step["urn"].rpartition("::")[2]: step["op"]
        for step in steps
        if step["op"] not in UNHARMED and "replacement" not in step["op"]
        if step["urn"].split("::")[2].rpartition("$")[2] != WAIT
    }
    assert harmed == NARROWED.get(stack, {})
    kept = ("HCPEtcdBackup", "Bucket", "StorageAccount", "BlobContainer", "Key", "Role")
    made = {step["urn"].split("::")[2] for step in steps if step["op"] == "create"}
    assert {each for each in made if each.rpartition(":")[2] in kept} == set()

    engine.up()
    engine.up(expect_no_changes=True)
