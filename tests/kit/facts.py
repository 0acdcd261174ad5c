"""The constants of modules, as text that can be read in a review.

A fact that an operator, a cloud or a kubelet decides is one constant of the program. It changes
only on purpose: then it shows in a golden file, beside the source that its docstring names.
"""

import ast
import hashlib
import importlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, cast

import yaml

from tests.kit.places import REPOSITORY

_LONG: Final = 5000
"""Characters from which only a hash of a value is shown."""


def facts_below(folder: str) -> dict[str, dict[str, object]]:
    """Constants and enums by module, below a folder of the package; without those of texts."""
    found: dict[str, dict[str, object]] = {}
    for path in sorted((REPOSITORY / folder).rglob("*.py")):
        name = ".".join(path.relative_to(REPOSITORY).with_suffix("").parts)
        module = importlib.import_module(name.removesuffix(".__init__"))
        facts = {fact: _shown(getattr(module, fact)) for fact in _names(path)}
        if facts:
            found[str(path.relative_to(REPOSITORY / folder))] = facts
    return found


def _shown(value: object) -> object:
    found = readable(value)
    text = yaml.safe_dump(found)
    return found if len(text) < _LONG else {"sha256": hashlib.sha256(text.encode()).hexdigest()}


def _names(path: Path) -> Iterator[str]:
    """Constants that the module itself writes down, and enums."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and "Enum" in "".join(map(ast.unparse, node.bases)):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation):
            name, value = ast.unparse(node.target), ast.unparse(node.value or node.target)
            if not re.search(r"\bpackage_\w+\(", value):  # a file of its own
                yield name


def readable(value: object) -> object:
    """Data of YAML that says the same."""
    if isinstance(value, type):
        members = cast("Iterable[Enum]", value) if issubclass(value, Enum) else ()
        return {member.name: readable(member.value) for member in members}
    if isinstance(value, Enum):
        return readable(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    if isinstance(value, re.Pattern):
        pattern = cast("re.Pattern[Any]", value)
        return {"pattern": readable(pattern.pattern), "flags": pattern.flags}
    if is_dataclass(value):
        return {part.name: readable(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        items = cast("Mapping[object, object]", value).items()
        return {str(readable(key)): readable(item) for key, item in items}
    if isinstance(value, AbstractSet):
        return sorted(map(str, map(readable, cast("AbstractSet[object]", value))))
    if isinstance(value, Sequence):
        return list(map(readable, cast("Sequence[object]", value)))
    return f"({type(value).__name__})"
