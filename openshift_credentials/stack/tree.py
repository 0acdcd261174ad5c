"""Raw configuration that tolerates missing and invalid values."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from openshift_credentials.base.json_values import as_array, as_object, is_array, is_object
from openshift_credentials.base.text_rule import TextRule

_PART: Final = re.compile(r"([^.\[\]]+)|\[([0-9]+)\]")


class _Mistyped:
    """The kind of :data:`MISTYPED`."""

    def __repr__(self) -> str:
        return "a value of the wrong type"


MISTYPED: Final = _Mistyped()
"""Stands in the tree for a value of the wrong type: neither text nor number, group or list."""


def value_at(tree: object, place: Iterable[int | str]) -> object:
    """The value at a place, ``None`` if there is none."""
    for part in place:
        tree = next(iter(as_array(tree)[part : part + 1]), None) if isinstance(part, int) else as_object(tree).get(part)
    return tree


def without_mistyped(tree: object, place: Sequence[int | str]) -> object:
    """``tree`` with :data:`MISTYPED` at a place, or at the last part of it that exists."""
    if not place:
        return MISTYPED
    part, below = place[0], place[1:]
    if isinstance(part, str) and is_object(tree) and part in tree:
        return {**tree, part: without_mistyped(tree[part], below)}
    if isinstance(part, int) and is_array(tree) and part < len(tree):
        return [*tree[:part], without_mistyped(tree[part], below), *tree[part + 1 :]]
    return MISTYPED


def merge(below: Mapping[str, object], above: Mapping[str, object]) -> dict[str, object]:
    """``above`` over ``below``, group by group; a list is replaced as a whole."""
    result = dict(below)
    for key, value in above.items():
        under = result.get(key)
        result[key] = merge(under, value) if is_object(under) and is_object(value) else value
    return result


def without_nulls(tree: object) -> object:
    """``tree`` without settings that are null: a null is the same as no setting."""
    if is_object(tree):
        return {key: without_nulls(value) for key, value in tree.items() if value is not None}
    if is_array(tree):
        return [without_nulls(item) for item in tree]
    return tree


class Tree:
    """Raw configuration, read by paths such as ``a.b[0].c``; missing values are tolerated."""

    def __init__(self, root: Mapping[str, object], secret_keys: Collection[str] = ()) -> None:
        self._root = root
        self._secret_keys = secret_keys

    def is_secret(self, path: str) -> bool:
        """Whether the value at a dotted path, a part of it or its group is encrypted."""
        return any(is_within(path, key) or is_within(key, path) for key in self._secret_keys)

    def value(self, path: str) -> object:
        """The value at a dotted path, or ``None``."""
        return value_at(self._root, location(path))

    def text(self, path: str, rule: TextRule | None = None) -> str | None:
        """The string at a dotted path, if it satisfies ``rule``."""
        value = self.value(path)
        if not isinstance(value, str) or (rule and rule.problem(value)):
            return None
        return value

    def items(self, path: str) -> Sequence[object]:
        """The list at a dotted path, empty if there is none."""
        return as_array(self.value(path))


def location(path: str) -> tuple[int | str, ...]:
    """The parts of a path: names of settings, and positions in lists."""
    return tuple(int(index) if index else name for name, index in _PART.findall(path))


def is_within(path: str, place: str) -> bool:
    """Whether a path is ``place`` or below it."""
    return path == place or path.startswith((f"{place}.", f"{place}["))
