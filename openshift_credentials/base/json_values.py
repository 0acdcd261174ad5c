"""Access to values of unknown structure, as JSON, YAML and settings have them."""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

JsonObject = dict[str, object]


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether ``value`` is a JSON object; the keys of JSON objects are always strings."""
    return isinstance(value, Mapping)


def is_array(value: object) -> TypeGuard[Sequence[object]]:
    """Whether ``value`` is a JSON array."""
    return isinstance(value, list | tuple)


def as_object(value: object) -> Mapping[str, object]:
    """A JSON object, empty if ``value`` is something else."""
    return value if is_object(value) else {}


def as_array(value: object) -> Sequence[object]:
    """A JSON array, empty if ``value`` is something else."""
    return value if is_array(value) else ()


def object_member(members: Mapping[str, object], name: str) -> Mapping[str, object]:
    """The object ``name``, empty if there is none."""
    return as_object(members.get(name))


def text_member(members: Mapping[str, object], name: str) -> str:
    """The string ``name``, empty if there is none."""
    value = members.get(name)
    return value if isinstance(value, str) else ""


def object_items(members: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    """The objects of the list ``name``, empty if there is none."""
    return [item for item in as_array(members.get(name)) if is_object(item)]


def text_items(members: Mapping[str, object], name: str) -> list[str]:
    """The strings of the list ``name``, empty if there is none."""
    return [item for item in as_array(members.get(name)) if isinstance(item, str)]
