"""States of released versions, taken over by the present program."""

import json
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.etcd_backup.earlier_state import upgraded
from tests.engine.examples import make_stack
from tests.engine.workspace import Workspace

STATES = sorted((Path(__file__).parent / "states" / "0.1.0").glob("*.json"))
UNHARMED = {"same", "update"}


def custom(step: dict[str, Any]) -> bool:
    return bool((step.get("newState") or step["oldState"]).get("custom"))


@pytest.mark.parametrize("state", STATES, ids=lambda path: path.stem)
def test_the_present_program_replaces_nothing_that_release_0_1_made(
    workspace: Workspace, state: Path
) -> None:
    stack = state.stem
    make_stack(workspace, stack)
    file = workspace.directory / "new.json"
    file.write_text(json.dumps(upgraded(json.loads(state.read_text()))))
    workspace.succeed("stack", "import", "--stack", stack, "--file", str(file))

    steps = workspace.json("preview", "--json", "--stack", stack)["steps"]
    harmed = {step["urn"]: step["op"] for step in steps if step["op"] not in UNHARMED}
    assert harmed == {}
    changed = {step["urn"].split("::")[2].split("$")[-1] for step in steps if step["op"] != "same"}
    assert {each for each in changed if not each.startswith(("pulumi:", "openshift-"))} == set()

    workspace.succeed("up", "--yes", "--skip-preview", "--stack", stack)
    workspace.succeed(*("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", stack))
