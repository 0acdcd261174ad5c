"""Access to JSON values of unknown structure."""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

JsonObject = dict[str, object]


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether ``value`` is a JSON object; the keys of JSON objects are always strings."""
    return isinstance(value, Mapping)


def is_array(value: object) -> TypeGuard[Sequence[object]]:
    """Whether ``value`` is a JSON array."""
    return isinstance(value, list | tuple)


def object_member(members: Mapping[str, object], name: str) -> Mapping[str, object]:
    """The object ``name``, empty if there is none."""
    value = members.get(name)
    return value if is_object(value) else {}


def text_member(members: Mapping[str, object], name: str) -> str:
    """The string ``name``, empty if there is none."""
    value = members.get(name)
    return value if isinstance(value, str) else ""
