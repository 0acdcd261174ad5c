"""Manifests as the JSON that reaches the API server."""

from collections.abc import Mapping
from typing import cast


def with_text_keys(value: object) -> object:
    """``value`` with every key as text, as ``kubectl`` sends it: YAML also has other keys."""
    if isinstance(value, Mapping):
        members = cast("Mapping[object, object]", value)
        return {_key(key): with_text_keys(member) for key, member in members.items()}
    if isinstance(value, list):
        return [with_text_keys(item) for item in cast("list[object]", value)]
    return value


def object_with_text_keys(members: Mapping[str, object]) -> dict[str, object]:
    """:func:`with_text_keys` of an object."""
    return cast("dict[str, object]", with_text_keys(members))


def member(members: Mapping[str, object], name: str) -> Mapping[str, object]:
    """The object ``name``, empty where there is none."""
    value = members.get(name)
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def text(members: Mapping[str, object], name: str) -> str | None:
    """The text ``name``, ``None`` where there is none."""
    value = members.get(name)
    return value if isinstance(value, str) else None


def printable(value: str) -> str:
    """``value`` in ASCII and on one line: what comes from a file must not steer a terminal."""
    return "".join(
        character if " " <= character <= "~" else character.encode("unicode_escape").decode()
        for character in value
    )


def _key(key: object) -> str:
    match key:
        case str():
            return key
        case bool():
            return "true" if key else "false"
        case None:
            return "null"
        case _:
            return str(key)
