"""What a file below a directory of a fleet is: an inventory, objects of Kubernetes, or neither."""

import io
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import yaml

from openshift_credentials.base.errors import ProblemCode, UnusableInputError, input_problem
from openshift_credentials.base.guarded_yaml import YamlError
from openshift_credentials.base.json_values import text_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.pyyaml import items, pairs
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.fleet.inventory.read import GROUPS, LARGEST
from openshift_credentials.fleet.inventory.rows import file_problem
from openshift_credentials.platforms.manifests.documents import ManifestDocument, read_documents
from openshift_credentials.preview.engine_yaml import read_nodes

_SUFFIXES: Final = (".yaml", ".yml", ".json", ".csv")
_SEPARATOR: Final = re.compile(r"[,;\t]")


@dataclass(frozen=True, slots=True)
class Inventory:
    """A file with rows of management clusters."""


@dataclass(frozen=True, slots=True)
class Objects:
    """A file with objects of Kubernetes, and why some of it cannot be read."""

    documents: Sequence[ManifestDocument]
    problems: Sequence[Notice] = ()


@dataclass(frozen=True, slots=True)
class Unrecognized:
    """A file with something else; ``reason`` completes the sentence "<path> ..."."""

    reason: str


def files_below(directory: Path) -> Iterator[Path | Notice]:
    """Files that can be an inventory or have objects, and folders that cannot be listed."""
    unlisted: list[OSError] = []
    for folder, folders, names in os.walk(directory, onerror=unlisted.append):
        folders.sort()
        yield from (
            Path(folder, name) for name in sorted(names) if name.lower().endswith(_SUFFIXES)
        )
    for error in unlisted:
        yield file_problem(
            error.filename, f"cannot be listed: {error.strerror}", "let the caller read it"
        )


def content_of(file: Path) -> Inventory | Objects | Unrecognized:
    """What a file is, from its content."""
    try:
        text = read_text_file(file, LARGEST)
    except FileNotFoundError:
        return Objects((), [_of(file, input_problem("is a link to a file that does not exist"))])
    except UnusableInputError as error:
        return Objects((), [_of(file, problem) for problem in error.problems])
    if file.suffix.lower() == ".csv":
        return _table(text)
    documents, problems = read_documents([str(file)], io.BytesIO())
    if any(_is_object(document) for document in documents):
        return Objects(documents, problems)
    if _has_clusters(text):
        return Inventory()
    if problems:
        return Objects((), problems)
    return Unrecognized("is neither an inventory nor objects of Kubernetes")


def _of(file: Path, problem: Notice) -> Notice:
    return replace(problem.at(str(file)), code=ProblemCode.FILE.value, file=str(file))


def _table(text: str) -> Inventory | Unrecognized:
    lines = map(str.strip, text.splitlines())
    header = next((line for line in lines if line and not line.startswith("#")), "")
    columns = [cell.strip(' "').lower() for cell in _SEPARATOR.split(header)]
    if "name" in columns:
        return Inventory()
    if "hostedcluster" in columns:
        return Unrecognized("lists hosted clusters, but no inventory here names it")
    return Unrecognized("has no column name, so it is no inventory")


def _is_object(document: ManifestDocument) -> bool:
    return bool(text_member(document.content, "kind")) and "apiVersion" in document.content


def _has_clusters(text: str) -> bool:
    """Whether YAML is a list of rows, or has a group of an inventory."""
    try:
        root = read_nodes(text)
    except YamlError:
        return False
    if isinstance(root, yaml.SequenceNode):
        rows = items(root)
        return any("name" in _keys(row) for row in rows)
    return any(key in GROUPS for key in _keys(root))


def _keys(node: yaml.Node | None) -> list[str]:
    if not isinstance(node, yaml.MappingNode):
        return []
    return [str(key.value) for key, _ in pairs(node) if isinstance(key, yaml.ScalarNode)]
