"""Raw configuration that tolerates missing and invalid values."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, cast

from openshift_credentials.base.text_rule import TextRule


class _Mistyped:
    """The kind of :data:`MISTYPED`."""

    def __repr__(self) -> str:
        return "a value of the wrong type"


MISTYPED: Final = _Mistyped()
"""Stands in the tree for a value of the wrong type: neither text nor number, group or list."""


def value_at(tree: object, location: Iterable[int | str]) -> object:
    """The value at a location that exists."""
    for part in location:
        if isinstance(part, int):
            tree = cast("Sequence[object]", tree)[part]
        else:
            tree = as_group(tree)[part]
    return tree


def without_mistyped(tree: object, location: Sequence[int | str]) -> object:
    """``tree`` with :data:`MISTYPED` at a location, or at the last part of it that exists."""
    if not location:
        return MISTYPED
    part, below = location[0], location[1:]
    if isinstance(part, str) and is_group(tree) and part in as_group(tree):
        group = as_group(tree)
        return {**group, part: without_mistyped(group[part], below)}
    if isinstance(part, int) and isinstance(tree, list | tuple):
        items = [*cast("Sequence[object]", tree)]
        if part < len(items):
            items[part] = without_mistyped(items[part], below)
            return items
    return MISTYPED


def merge(below: Mapping[str, object], above: Mapping[str, object]) -> dict[str, object]:
    """``above`` over ``below``, group by group; a list is replaced as a whole."""
    result = dict(below)
    for key, value in above.items():
        under = result.get(key)
        groups = is_group(under) and is_group(value)
        result[key] = merge(as_group(under), as_group(value)) if groups else value
    return result


def without_nulls(tree: object) -> object:
    """``tree`` without settings that are null: a null is the same as no setting."""
    if is_group(tree):
        return {
            key: without_nulls(value) for key, value in as_group(tree).items() if value is not None
        }
    if isinstance(tree, list):
        return [without_nulls(item) for item in cast("list[object]", tree)]
    return tree


class Tree:
    """Raw configuration, read by path; missing values are tolerated."""

    def __init__(self, root: Mapping[str, object], secret_keys: Collection[str] = ()) -> None:
        self._root = root
        self._secret_keys = secret_keys

    def is_secret(self, path: str) -> bool:
        """Whether the value at a dotted path, a part of it or its group is encrypted."""
        return any(_within(path, key) or _within(key, path) for key in self._secret_keys)

    def value(self, path: str) -> object:
        """The value at a dotted path, or ``None``."""
        value: object = self._root
        for part in path.split("."):
            value = as_group(value).get(part)
        return value

    def text(self, path: str, rule: TextRule | None = None) -> str | None:
        """The string at a dotted path, if it satisfies ``rule``."""
        value = self.value(path)
        if not isinstance(value, str) or (rule and rule.problem(value)):
            return None
        return value

    def items(self, path: str) -> Sequence[object]:
        """The list at a dotted path, empty if there is none."""
        value = self.value(path)
        return cast("Sequence[object]", value) if isinstance(value, list | tuple) else ()


def _within(path: str, place: str) -> bool:
    return path == place or path.startswith((f"{place}.", f"{place}["))


def is_group(value: object) -> bool:
    """Whether the value is a group of settings."""
    return isinstance(value, Mapping)


def as_group(value: object) -> Mapping[str, object]:
    """A group of settings, empty if the value is something else."""
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}
