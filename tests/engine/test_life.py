"""The life of every stack of the repository, from preview to destroy."""

import pytest

from tests.engine.examples import OF_THE_REPOSITORY, make_stack
from tests.engine.workspace import REPOSITORY, Workspace

EXAMPLES = sorted(path.parent.name for path in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))


@pytest.mark.parametrize("stack", [*OF_THE_REPOSITORY, *EXAMPLES])
def test_a_stack_is_made_stays_as_it_is_and_goes(workspace: Workspace, stack: str) -> None:
    make_stack(workspace, stack)
    life = workspace.automated(stack)
    life.preview()
    life.up()
    life.preview(expect_no_changes=True)
    life.refresh(expect_no_changes=True)
    workspace.succeed("state", "unprotect", "--all", "--yes", "--stack", stack)
    with workspace.clouds.changing() as world:
        world.empty_stores()
    life.destroy()
    assert workspace.stack(stack) == []
