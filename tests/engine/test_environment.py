"""The state has nothing of the environment of whoever ran the update."""

import pytest

from tests.engine.workspace import Workspace
from tests.kit.hostile_environment import MARKER, variables

AT = ("--stack", "dev")


def test_another_person_sees_no_difference(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {name: value for name, value in variables().items() if name != "AWS_PROFILE"}
    for name, value in own.items():
        monkeypatch.setenv(name, value)
    workspace.succeed("stack", "init", "dev")
    workspace.succeed("up", "--yes", "--skip-preview", *AT)

    state = workspace.succeed("stack", "export", "--show-secrets", *AT).output
    assert MARKER not in state
    assert str(workspace.directory.parent) not in state
    for resource in workspace.stack("dev"):
        # The SDK registers the stack itself before the program runs.
        assert resource["type"] == "pulumi:pulumi:Stack" or "stackTrace" not in resource

    for name in own:
        monkeypatch.delenv(name)
    workspace.succeed("preview", "--expect-no-changes", *AT)
    workspace.succeed("refresh", "--yes", "--expect-no-changes", *AT)
