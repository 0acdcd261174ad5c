"""Offline previews of stack files, each run once per process however many tests read it."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from openshift_credentials.preview.as_json import to_json
from openshift_credentials.preview.digest import digest
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from tests.kit.places import REPOSITORY


@cache
def previewed(file: Path) -> Mapping[str, Any]:
    """What ``preview -o json`` prints of ``Pulumi.NAME.yaml``; not to be changed."""
    name = file.name.removeprefix("Pulumi.").removesuffix(".yaml")
    stack = read_stack(REPOSITORY, name, file, [])
    return json.loads(to_json(digest(stack, run_program(stack))))
