"""A user of IAM that gets another name: on the real engine and the stand-in of AWS."""

import pytest

from tests.engine.examples import make_stack
from tests.engine.stacks import Stack
from tests.engine.workspace import Workspace
from tests.kit import tokens


@pytest.mark.parametrize("names", [("first", "second", "first")])
def test_a_renamed_user_leaves_no_key_behind(workspace: Workspace, names: tuple[str, ...]) -> None:
    make_stack(workspace, "mint-aws")
    stack = Stack(workspace, "mint-aws")
    stack.update()
    for name in names:
        stack.configure(("cloudCredentials.rootSecret.aws.userName", name))
        stack.update()

        world = workspace.clouds.world
        owners = [key["user"] for _, key in world.all(tokens.IAM_ACCESS_KEY)]
        assert owners == [name], "one key in the account, and it is the new user's"
        assert world.of_type(tokens.IAM_USER) == [name]
        attached = [each["user"] for _, each in world.all(tokens.IAM_USER_POLICY_ATTACHMENT)]
        assert set(attached) == {name}
        (kept,) = [each for each in workspace.stack("mint-aws") if each["type"] == tokens.IAM_ACCESS_KEY]
        assert kept["id"] in world.of_type(tokens.IAM_ACCESS_KEY)
