"""The life of every stack of the repository, from preview to destroy."""

import pytest

from tests.engine.examples import OF_THE_REPOSITORY, make_stack
from tests.engine.workspace import REPOSITORY, Workspace

EXAMPLES = sorted(path.parent.name for path in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))


@pytest.mark.parametrize("stack", [*OF_THE_REPOSITORY, *EXAMPLES])
def test_a_stack_is_made_stays_as_it_is_and_goes(workspace: Workspace, stack: str) -> None:
    make_stack(workspace, stack)
    at = ("--stack", stack)
    workspace.succeed("preview", *at)
    workspace.succeed("up", "--yes", "--skip-preview", *at)
    workspace.succeed("preview", "--expect-no-changes", *at)
    workspace.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes", *at)
    workspace.succeed("state", "unprotect", "--all", "--yes", *at)
    workspace.succeed("destroy", "--yes", "--skip-preview", *at)
    assert workspace.stack(stack) == []
