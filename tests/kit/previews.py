"""Offline previews of stack files, each run once per process however many tests read it.

They run in an environment with every variable that an SDK reads, and none may show.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from openshift_credentials.preview.formats import to_json
from openshift_credentials.preview.recorder import Recording
from openshift_credentials.preview.run import Preview, digest, run_program
from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from tests.kit.hostile import variables
from tests.kit.places import REPOSITORY, example_file


def preview_of(stack: str, *overrides: str) -> Preview:
    """The preview of an example or a stack of the repository, settings (KEY=VALUE) over it."""
    example = example_file(stack)
    return _preview(stack, example if example.exists() else None, overrides)


@cache
def previewed(file: Path) -> Mapping[str, Any]:
    """What ``preview -o json`` prints of ``Pulumi.NAME.yaml``; not to be changed."""
    name = file.name.removeprefix("Pulumi.").removesuffix(".yaml")
    return json.loads(to_json(_preview(name, None if file.parent == REPOSITORY else file)))


def recording_of_example(name: str) -> Recording:
    """What the program registers for an example, as messages; not to be changed."""
    return _recorded(name, example_file(name), ())[1]


@cache
def _preview(stack: str, file: Path | None, overrides: tuple[str, ...] = ()) -> Preview:
    return digest(*_recorded(stack, file, overrides))


@cache
def _recorded(stack: str, file: Path | None, overrides: tuple[str, ...]) -> tuple[StackConfiguration, Recording]:
    configuration = read_stack(REPOSITORY, stack, file, overrides)
    with mock.patch.dict(os.environ, variables()):
        return configuration, run_program(configuration)
