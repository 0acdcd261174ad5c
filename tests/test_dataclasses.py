"""Values do not change once they are made, and arguments of components are given by name."""

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tests.kit.places import REPOSITORY

COLLECT: Final = {
    "DecodingFindings": "what the decoder of metadata finds on its way",
    "Files": "what was read of an inventory's folder so far",
    "Findings": "what the rules of a fleet find on their way",
    "Kubelet": "its caches and the record of its steps",
    "Recording": "what a program registers while it runs",
    "Settled": "values and their places, collected while the wire is read",
    "YamlError": "an exception: Python writes its traceback into it",
}
"""Dataclasses that change, and why."""


@cache
def dataclasses() -> Sequence[tuple[Path, str, str]]:
    """File, name and options of each dataclass of the program."""
    return [
        (path, node.name, decorator)
        for folder in ("components", "openshift_credentials", "plugin", "policies")
        for path in (REPOSITORY / folder).rglob("*.py")
        if "@dataclass" in (source := path.read_text())
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        for decorator in map(ast.unparse, node.decorator_list)
        if decorator.startswith("dataclass")
    ]


def test_values_are_frozen() -> None:
    changing = {name for _, name, options in dataclasses() if "frozen=True" not in options}
    assert changing == COLLECT.keys()


def test_arguments_of_components_are_given_by_name() -> None:
    arguments = [row for row in dataclasses() if row[1].endswith("Args")]
    assert len(arguments) > 40
    assert [name for _, name, options in arguments if "kw_only=True" not in options] == []
