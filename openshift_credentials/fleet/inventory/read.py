"""Reads the files of an inventory: rows of texts, with the line of each.

A value is the exact text in the file, also ``no``, ``1e3`` and ``0123``. Only the groups ``config``
of a YAML inventory have typed values, as in a stack file.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import yaml

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.guarded_yaml import YamlError
from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.pyyaml import items, line_of, pairs
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.fleet.inventory.csv_rows import read_csv
from openshift_credentials.fleet.inventory.rows import Files, Row, file_problem
from openshift_credentials.preview.engine_yaml import read_nodes, value_of_node

LARGEST: Final = 64 * 1024**2
"""Maximum size of an inventory in bytes."""

GROUPS: Final = ("fleet", "defaults", "clusters", "clustersFile")


def read_inventory(path: Path) -> Files:
    """The rows of a file that ends in ``.csv``, ``.yaml`` or ``.yml``."""
    files = Files()
    _read(path, str(path), files)
    if not files.problems and not files.rows:
        way_out = "add a row with at least a name"
        files.problems.append(file_problem(str(path), "contains no cluster", way_out))
    return files


def _read(path: Path, shown: str, files: Files) -> None:
    suffix = path.suffix.lower()
    if not path.exists():
        files.problems.append(file_problem(shown, "does not exist", "correct the path"))
        return
    if suffix not in (".csv", ".yaml", ".yml"):
        files.problems.append(
            file_problem(shown, "must end in .csv, .yaml or .yml", "rename the file")
        )
        return
    try:
        text = read_text_file(path, LARGEST)
    except UnusableInputError as error:
        files.problems += [
            file_problem(shown, problem.why, problem.way_out) for problem in error.problems
        ]
    else:
        if suffix == ".csv":
            read_csv(text, shown, files)
        else:
            _read_yaml(text, path, shown, files)


def _read_yaml(text: str, path: Path, file: str, files: Files) -> None:
    try:
        root = read_nodes(text)
    except YamlError as error:
        reason = f"is not YAML: {error.reason}" if error.is_syntax else error.reason
        files.problems.append(file_problem(file, reason, "correct it", error.line))
        return
    if isinstance(root, yaml.SequenceNode):
        _take_rows(root, file, files)
    elif isinstance(root, yaml.MappingNode):
        for name, node in _pairs(root, file, files):
            _take_group(name, node, path, file, files)
    else:
        rule = f"must be a list of clusters, or a group with {', '.join(GROUPS)}"
        files.problems.append(file_problem(file, rule, "see docs/fleet.md"))


def _take_group(name: str, node: yaml.Node, path: Path, file: str, files: Files) -> None:
    match name:
        case "clusters":
            _take_rows(node, file, files)
        case "clustersFile" if isinstance(node, yaml.ScalarNode):
            files.parts.append(path.parent / str(node.value))
            _read(files.parts[-1], str(Path(file).parent / str(node.value)), files)
        case "defaults":
            if files.defaults is not None:
                files.problems.append(
                    file_problem(file, "has defaults twice", "keep one", line_of(node))
                )
            files.defaults = _row(node, file, files)
        case "fleet":
            files.fleet = _row(node, file, files)
        case _:
            rule = f"{name}: is not a group of an inventory"
            way_out = f"the groups are {', '.join(GROUPS)}"
            files.problems.append(file_problem(file, rule, way_out, line_of(node)))


def _take_rows(node: yaml.Node, file: str, files: Files) -> None:
    if not isinstance(node, yaml.SequenceNode):
        way_out = "write for example '- name: rosa-mc-1'"
        files.problems.append(file_problem(file, "clusters must be a list", way_out, line_of(node)))
        return
    for item in items(node):
        row = _row(item, file, files)
        if row is not None:
            files.rows.append(row)


def _row(node: yaml.Node, file: str, files: Files) -> Row | None:
    if not isinstance(node, yaml.MappingNode):
        rule, way_out = "must be a group (column: text)", "write for example 'name: rosa-mc-1'"
        files.problems.append(file_problem(file, rule, way_out, line_of(node)))
        return None
    values: dict[str, str] = {}
    lists: dict[str, Sequence[str]] = {}
    config: Mapping[str, object] = {}
    for name, value in _pairs(node, file, files):
        if name == "config":
            config = _config(value, file, files)
        elif isinstance(value, yaml.ScalarNode):
            if value.value and not value.tag.endswith(":null"):
                values[name] = str(value.value).strip()
        elif isinstance(value, yaml.SequenceNode) and _is_list_of_texts(value):
            lists[name] = [str(item.value) for item in items(value)]
        else:
            way_out = "put settings of the stack under config"
            files.problems.append(
                file_problem(file, f"{name} must be a string", way_out, line_of(value))
            )
    return Row(file, line_of(node), values, lists, config)


def _config(node: yaml.Node, file: str, files: Files) -> Mapping[str, object]:
    if not isinstance(node, yaml.MappingNode):
        rule, way_out = "config must be a group of settings (key: value)", "see docs/settings.md"
        files.problems.append(file_problem(file, rule, way_out, line_of(node)))
        return {}
    try:
        return as_object(value_of_node(node))
    except YamlError as error:
        files.problems.append(
            file_problem(file, f"config: {error.reason}", "correct it", error.line)
        )
        return {}


def _is_list_of_texts(node: yaml.SequenceNode) -> bool:
    return all(isinstance(item, yaml.ScalarNode) for item in items(node))


def _pairs(node: yaml.MappingNode, file: str, files: Files) -> Iterator[tuple[str, yaml.Node]]:
    seen: set[str] = set()
    for key, value in pairs(node):
        if not isinstance(key, yaml.ScalarNode):
            files.problems.append(
                file_problem(file, "has a key that is not text", line=line_of(key))
            )
        elif key.value in seen:
            files.problems.append(
                file_problem(file, f"{key.value} occurs twice", "keep one", line_of(key))
            )
        else:
            seen.add(str(key.value))
            yield str(key.value), value
