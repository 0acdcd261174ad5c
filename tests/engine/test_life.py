"""The life of every stack of the repository, from preview to destroy."""

import pytest

from tests.engine.examples import make_stack
from tests.engine.fake_provider.lives import LEFT
from tests.engine.fake_provider.test_examples import STACKS
from tests.engine.workspace import Workspace


@pytest.mark.parametrize("stack", STACKS)
def test_a_stack_is_made_stays_as_it_is_and_goes(workspace: Workspace, stack: str) -> None:
    make_stack(workspace, stack)
    before = set(workspace.clouds.world.resources)
    life = workspace.automated(stack)
    life.preview()
    life.up()
    life.preview(expect_no_changes=True)
    life.refresh(expect_no_changes=True)
    workspace.succeed("state", "unprotect", "--all", "--yes", "--stack", stack)
    workspace.clouds.empty_stores()
    kept = {each["id"] for each in workspace.stack(stack) if each.get("retainOnDelete")}
    life.destroy()
    assert workspace.stack(stack) == []
    left = [key.partition(" ") for key in set(workspace.clouds.world.resources) - before]
    assert [id_ for type_, _, id_ in left if type_ not in LEFT and id_ not in kept] == []
