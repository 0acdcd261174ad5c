"""Offline previews of the repository's stacks, made once a process."""

from functools import cache

from openshift_credentials.preview.digest import Preview, digest
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from tests.kit.places import REPOSITORY


@cache
def preview_of(stack: str, *overrides: str) -> Preview:
    """The preview of a stack with settings (KEY=VALUE) over it."""
    configuration = read_stack(REPOSITORY, stack, None, overrides)
    return digest(configuration, run_program(configuration))
