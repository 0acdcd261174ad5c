"""A YAML list of backups, with the line of every entry."""

from collections.abc import Iterator
from typing import Final

import yaml

from openshift_credentials.base.errors import ProblemCode, UnusableInputError, input_problem
from openshift_credentials.base.guarded_yaml import YamlError, read_node
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.pyyaml import TextLoader, items, line_of, pairs

Entries = list[tuple[int, dict[str, object]]]

_EXAMPLE: Final = "write for example '- hostedCluster: clusters/my-cluster'"


def entries_of_yaml(text: str) -> Entries:
    """Line and values of every entry; each value is the exact text in the file.

    Raises :class:`UnusableInputError` if it is not a list of groups of strings.
    """
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
    entries = [(line_of(node), dict(_values(node, problems))) for node in items(root)]
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
            yield key.value, value.value


def _problem(line: int | None, why: str, way_out: str) -> Notice:
    place = f"line {line}" if line else ""
    return input_problem(why, way_out, code=ProblemCode.SYNTAX, place=place, line=line)
