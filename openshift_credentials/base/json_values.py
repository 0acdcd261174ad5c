"""Access to values of unknown structure, as JSON, YAML and settings have them."""

import json
from collections.abc import Mapping, Sequence
from typing import TypeGuard

JsonObject = dict[str, object]


def read_json(text: str | bytes) -> object:
    """The value of a JSON text; raises :class:`ValueError` alone, also for too deep a nesting."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("is nested too deep") from None


def json_in(text: str | bytes) -> object:
    try:
        return read_json(text)
    except ValueError:
        return None


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether ``value`` is a JSON object; the keys of JSON objects are always strings."""
    return isinstance(value, Mapping)


def is_array(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


def as_object(value: object) -> Mapping[str, object]:
    return value if is_object(value) else {}


def one_or_many(value: object) -> Sequence[object]:
    """The items of a list, or a single value as the only item; policies have both."""
    return value if is_array(value) else (value,)


def as_array(value: object) -> Sequence[object]:
    return value if is_array(value) else ()


def object_member(members: Mapping[str, object], *names: str) -> Mapping[str, object]:
    for name in names:
        members = as_object(members.get(name))
    return members


def _member(members: Mapping[str, object], path: Sequence[str]) -> object:
    return object_member(members, *path[:-1]).get(path[-1])


def text_member(members: Mapping[str, object], *names: str) -> str:
    value = _member(members, names)
    return value if isinstance(value, str) else ""


def whole_number_member(members: Mapping[str, object], *names: str) -> int | None:
    value = _member(members, names)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text_members(members: Mapping[str, object], *names: str) -> dict[str, str]:
    found = object_member(members, *names)
    return {key: value for key, value in found.items() if isinstance(value, str)}


def object_items(members: Mapping[str, object], *names: str) -> list[Mapping[str, object]]:
    return [item for item in as_array(_member(members, names)) if is_object(item)]


def text_items(members: Mapping[str, object], *names: str) -> list[str]:
    return [item for item in as_array(_member(members, names)) if isinstance(item, str)]
