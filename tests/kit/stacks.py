"""The two stacks of the repository, recorded once a frame and process."""

from functools import cache

from tests.kit.harness import record_stack
from tests.kit.recorded import Recorded


@cache
def recorded_stack(stack: str, preview: bool) -> Recorded:
    """The whole program with the configuration of a stack."""
    return record_stack(stack, preview=preview)
