"""The two stacks of the repository, recorded once a frame and process, and those of examples."""

from functools import cache

from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from tests.kit.harness import record_stack
from tests.kit.places import REPOSITORY, example_file
from tests.kit.recorded import Recorded


def example_stack(name: str, *overrides: str) -> StackConfiguration:
    """An example, settings (KEY=VALUE) over it."""
    return read_stack(REPOSITORY, name, example_file(name), overrides)


@cache
def recorded_stack(stack: str, preview: bool) -> Recorded:
    """The whole program with the configuration of a stack."""
    return record_stack(stack, preview=preview)
