"""Offline previews of the repository's stacks, made once a process."""

from functools import cache
from pathlib import Path
from typing import Final

from openshift_credentials.preview.digest import Preview, digest
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack

PROGRAM: Final = Path(__file__).parents[2]


@cache
def preview_of(stack: str, *overrides: str) -> Preview:
    """The preview of a stack with settings (KEY=VALUE) over it."""
    configuration = read_stack(PROGRAM, stack, None, overrides)
    return digest(configuration, run_program(configuration))
