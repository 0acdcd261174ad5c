"""Manifests as the JSON that reaches the API server."""

from collections.abc import Mapping

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import is_array, is_object

from .syntax import NESTING_LIMIT


def object_with_text_keys(members: Mapping[str, object]) -> dict[str, object]:
    """``members`` with every key as a string, as ``kubectl`` sends it: YAML has other keys too.

    Raises :class:`UnusableInputError` if it is nested deeper than any manifest needs.
    """
    return _members_with_text_keys(members, NESTING_LIMIT)


def _members_with_text_keys(members: Mapping[str, object], levels: int) -> dict[str, object]:
    if levels == 0:
        raise unusable_input(f"is nested deeper than {NESTING_LIMIT} levels")
    return {_key(key): _with_text_keys(member, levels - 1) for key, member in members.items()}


def _with_text_keys(value: object, levels: int) -> object:
    if is_object(value):
        return _members_with_text_keys(value, levels)
    if not is_array(value):
        return value
    if levels == 0:
        raise unusable_input(f"is nested deeper than {NESTING_LIMIT} levels")
    return [_with_text_keys(item, levels - 1) for item in value]


def text(members: Mapping[str, object], name: str) -> str | None:
    """The string ``name``, or ``None`` if there is none."""
    value = members.get(name)
    return value if isinstance(value, str) else None


def printable(value: str) -> str:
    """``value`` in ASCII and on one line: text from a file must not control a terminal."""
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
