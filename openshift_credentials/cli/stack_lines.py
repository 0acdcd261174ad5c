"""File and line of a setting in the stack file, for problems of settings."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import yaml

from openshift_credentials.base.errors import ProblemCode, UnusableInputError, input_problem
from openshift_credentials.base.guarded_yaml import YamlError, read_node
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.base.yaml_text import SafeLoader, items, line_of, pairs
from openshift_credentials.preview.stack_files import SIZE_LIMIT
from openshift_credentials.stack.load import PROJECT

_PART: Final = re.compile(r'\["([^"]*)"\]|\[([0-9]+)\]|([^.\[\]]+)')


def add_lines(error: UnusableInputError, arguments: argparse.Namespace) -> None:
    """Add file and line to every problem of a setting in the stack file.

    A setting that is missing gets the line of its group. Settings of ``--config`` have
    none, and problems of a file of backups have a place of their own.
    """
    if not any(_is_open(problem) for problem in error.problems):
        return
    file = arguments.config_file or Path(arguments.cwd) / f"Pulumi.{arguments.stack}.yaml"
    lines = _lines(Path(file))
    given = [override.partition("=")[0].removeprefix(f"{PROJECT}:") for override in arguments.config]
    error.problems = tuple(
        _at_its_line(problem, Path(file), lines, given) if _is_open(problem) else problem for problem in error.problems
    )


def _is_open(problem: Notice) -> bool:
    is_setting = problem.code == ProblemCode.SETTING and bool(problem.setting)
    return is_setting and problem.file is None and problem.line is None


def _at_its_line(problem: Notice, file: Path, lines: dict[str, int], given: list[str]) -> Notice:
    setting = (problem.setting or "").removeprefix(f"{PROJECT}:")
    if any(setting.startswith(item) or item.startswith(setting) for item in given):
        return problem
    path = "".join(_parts(setting))
    while path and path not in lines:
        path = path.rpartition("\0")[0]
    if not path:
        return problem
    line = lines[path]
    text = f"{problem} ({file.name}, line {line})"
    return input_problem(text, code=ProblemCode.SETTING, file=str(file), line=line, setting=problem.setting)


def _parts(setting: str) -> Iterator[str]:
    for quoted, index, name in _PART.findall(setting):
        yield f"\0{quoted or index or name}"


def _lines(file: Path) -> dict[str, int]:
    """Lines from 1 by path; none of a file that is not a stack file."""
    try:
        text = read_text_file(file, SIZE_LIMIT)
        root = read_node(text, SafeLoader)
    except (UnusableInputError, OSError, YamlError):
        return {}
    found: dict[str, int] = {}
    seen: set[int] = set()
    config = next((node for key, _, node in _members(root) if key == "config"), None)
    branches = ((key.removeprefix(f"{PROJECT}:"), at, node) for key, at, node in _members(config))
    todo = [(f"\0{key}", at, node) for key, at, node in branches]
    while todo:
        path, line, node = todo.pop()
        found[path] = line
        if id(node) not in seen:  # an alias, which could contain itself
            seen.add(id(node))
            todo += [(f"{path}\0{key}", at, below) for key, at, below in _members(node)]
    return found


def _members(node: yaml.Node | None) -> Iterator[tuple[str, int, yaml.Node]]:
    """Keys of a group or indexes of a list, with line and value."""
    if isinstance(node, yaml.MappingNode):
        for key, value in pairs(node):
            yield str(key.value), line_of(key), value
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(items(node)):
            yield str(index), line_of(item), item
