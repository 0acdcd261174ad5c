"""Rows of tests in files of JSON: one row a line, so that a difference is a line."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.kit.trees import ABSENT

ABSENT_IN_FILE = "(absent)"


def read_rows(of: str, name: str, names: Mapping[str, object] | None = None) -> list[Any]:
    """The rows of a file beside module `of`.

    A cell that is one of `names` is its value; in an object, so is a value that is a name behind
    a dollar sign.
    """
    known = names or {}
    meant = {ABSENT_IN_FILE: ABSENT, **{f"${each}": value for each, value in known.items()}}

    def with_values(members: dict[str, Any]) -> dict[str, Any]:
        return {each: meant.get(value, value) if isinstance(value, str) else value for each, value in members.items()}

    rows = json.loads(Path(of).with_name(name).read_text(), object_hook=with_values)
    return [tuple(known.get(str(cell), cell) for cell in row) for row in rows]
