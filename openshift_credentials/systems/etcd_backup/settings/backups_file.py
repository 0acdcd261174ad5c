"""Reads the file of ``backupsFile``: a YAML list of entries as in ``backups``.

All values are strings, and an empty one counts as not set.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from openshift_credentials.base.errors import ProblemCode, UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.guarded_yaml import YamlError, read_node
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.base.yaml_text import TextLoader, items, line_of, pairs

LARGEST: Final = 16 * 1024 * 1024
"""Maximum size in bytes."""

_EXAMPLE: Final = "write for example '- hostedCluster: clusters/my-cluster'"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry and the line on which it starts, counted from 1."""

    line: int
    values: dict[str, object]


def read_backups_file(path: Path) -> list[Entry]:
    """Entries of a file that ends in ``.yaml`` or ``.yml``; each value is the exact text in it.

    Raises :class:`UnusableInputError`, with all problems, if the file is not such a list; the
    caller checks the values.
    """
    if path.suffix.lower() not in (".yaml", ".yml"):
        raise unusable_input("must end in .yaml or .yml", "rename the file")
    try:
        text = read_text_file(path, LARGEST)
    except FileNotFoundError:
        problem = input_problem("does not exist", "correct the path", code=ProblemCode.FILE)
        raise UnusableInputError([problem]) from None
    try:
        root = read_node(text, TextLoader)
    except YamlError as error:
        reason = f"is not YAML ({error.reason})" if error.is_syntax else error.reason
        raise UnusableInputError([_problem(error.line, reason, "correct it")]) from None
    if root is None or (isinstance(root, yaml.ScalarNode) and not root.value):
        return []
    if not isinstance(root, yaml.SequenceNode):
        raise UnusableInputError([_problem(None, "must be a list of backups", _EXAMPLE)])
    problems: list[Notice] = []
    entries = [Entry(line_of(node), dict(_values(node, problems))) for node in items(root)]
    if problems:
        raise UnusableInputError(problems)
    return entries


def _values(entry: yaml.Node, problems: list[Notice]) -> Iterator[tuple[str, object]]:
    if not isinstance(entry, yaml.MappingNode):
        rule = "must be a group of settings (key: value)"
        problems.append(_problem(line_of(entry), rule, _EXAMPLE))
        return
    keys: set[str] = set()
    for key, value in pairs(entry):
        if not (isinstance(key, yaml.ScalarNode) and isinstance(value, yaml.ScalarNode)):
            way_out = "write for example 'trigger: now'"
            problems.append(_problem(line_of(key), "must be a key with a text", way_out))
        elif key.value in keys:
            problems.append(_problem(line_of(key), f"{key.value} occurs twice", "keep one"))
        else:
            keys.add(key.value)
            if value.value:
                yield key.value, value.value


def _problem(line: int | None, why: str, way_out: str) -> Notice:
    place = f"line {line}" if line else ""
    return input_problem(why, way_out, code=ProblemCode.SYNTAX, place=place, line=line)
