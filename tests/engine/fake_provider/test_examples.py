"""Every example on the stand-in clouds without an engine: made, refreshed, unchanged, destroyed.

The calls are those that an engine makes one after the other; ``tests/engine/test_life.py`` has the
engine, which also makes them at once.
"""

from typing import Final

import pytest

from tests.engine.examples import OF_THE_REPOSITORY, read_example
from tests.engine.fake_provider.lives import Life
from tests.kit.harness import record_stack
from tests.kit.places import REPOSITORY

EXAMPLES: Final = sorted(path.parent.name for path in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))
ON_THE_ENGINE_ALONE: Final = frozenset({"aws-adopt-existing", "aws-existing-role"})
"""Examples with an account, partition or bucket that the recording harness does not play."""

STACKS: Final = (*OF_THE_REPOSITORY, *EXAMPLES)


def life(stack: str) -> Life:
    return Life(record_stack(read_example(stack), preview=False))


@pytest.mark.parametrize("stack", STACKS)
def test_an_example_is_made_stays_as_it_is_and_goes(stack: str) -> None:
    if stack in ON_THE_ENGINE_ALONE:
        pytest.skip("its account is played by tests/engine alone")
    lived = life(stack)
    assert list(lived.changes()) == []
    lived.world.empty_stores()
    lived.destroy()
    assert list(lived.left()) == []
