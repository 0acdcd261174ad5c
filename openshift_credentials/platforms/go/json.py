"""Go's ``encoding/json`` as far as it decides a credential mode.

Python's ``json`` differs: it accepts ``NaN``, stops at the recursion limit of the interpreter and
keeps the last of duplicate members whatever its type. This module uses a scanner of tokens and a
stack of open brackets instead, so that nesting needs no recursion.
"""

import json
import re
from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.json_values import as_array, is_array, is_object

from .numbers import json_number
from .text import fold_name, replace_surrogates

_ESCAPES: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_ESCAPED: Final = re.compile("[<>&\u2028\u2029]")


def marshal(value: object) -> str:
    """The text of ``json.Marshal``: no spaces, members in the order of the mapping.

    Go sorts the keys of a map and keeps the order of a struct; :func:`sort_members` does the
    former. ``<``, ``>``, ``&``, U+2028 and U+2029 are escaped.

    Raises :class:`ValueError` for infinity and "not a number", which JSON cannot represent.
    """
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return json_number(value)
    if isinstance(value, str):
        return _text(value)
    if is_object(value):
        members = (f"{_text(name)}:{marshal(item)}" for name, item in value.items())
        return "{" + ",".join(members) + "}"
    return "[" + ",".join(map(marshal, as_array(value))) + "]"


def sort_members(value: object) -> object:
    if is_object(value):
        return {
            key: sort_members(value[key])
            for key in sorted(value, key=lambda text: text.encode("utf-8", "surrogatepass"))
        }
    if is_array(value):
        return [sort_members(item) for item in value]
    return value


def _text(value: str) -> str:
    quoted = json.dumps(replace_surrogates(value), ensure_ascii=False)
    return _ESCAPED.sub(lambda match: _ESCAPES[match[0]], quoted)


MAX_NESTING: Final = 10_000
"""Maximum nesting that ``encoding/json`` reads (constant ``maxNestingDepth``)."""

_TOKEN: Final = re.compile(
    rb"[ \t\r\n]*(?:"
    rb'(?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
    rb"|(?P<scalar>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null)"
    rb"|(?P<mark>[\[\]{},:])"
    rb")"
)


class InvalidJSONError(ValueError):
    """The document is not JSON to ``encoding/json``, or a member has the wrong type."""


class NotAnObjectError(InvalidJSONError):
    """The document is JSON, but not an object."""


def string_member(document: bytes, name: str) -> str:
    """The value of the string field ``name`` of a struct after ``json.Unmarshal``.

    ``name`` is in lower case. Members are applied in order, ignoring the case of their name; ``null`` keeps the
    previous value; an absent member, or a document that is ``null``, gives the empty string.

    Raises :class:`InvalidJSONError` if ``json.Unmarshal`` returns an error: the document is not JSON, is not an object,
    or a matching member is neither a string nor ``null``.
    """
    value = ""
    for key, token, _ in _members(document):
        if fold_name(key) != name or token == b"null":
            continue
        if not token.startswith(b'"'):
            raise InvalidJSONError(f"member {name} is not a string")
        value = _unquote(token)
    return value


def raw_members(document: bytes) -> dict[str, bytes]:
    """The members of a JSON object, each value as it is written; the last duplicate wins.

    Empty for ``null``. This is ``json.Unmarshal`` into a ``map[string]json.RawMessage``. Raises
    :class:`InvalidJSONError` if that returns an error.
    """
    return {name: _raw_value(document, start) for name, _, start in _members(document)}


def raw_items(document: bytes) -> list[bytes]:
    """The items of a JSON array, each as it is written.

    Raises :class:`InvalidJSONError` if the document is not an array.
    """
    items: list[bytes] = []
    for depth, _, token, start in _values(document):
        if depth == 0 and token != b"[":
            raise InvalidJSONError("the document is not an array")
        if depth == 1:
            items.append(_raw_value(document, start))
    return items


def text_value(raw: bytes) -> str | None:
    """The value of a ``*string`` after ``json.Unmarshal``: ``None`` for ``null``.

    ``raw`` is a value from :func:`raw_members`. Raises :class:`InvalidJSONError` if it is neither.
    """
    if raw == b"null":
        return None
    if not raw.startswith(b'"'):
        raise InvalidJSONError("the value is not a string")
    return _unquote(raw)


_VALUE_KINDS: Final = ("string", "scalar", "{", "[")
_ALLOWED: Final = {
    "value": _VALUE_KINDS,
    "value or ]": (*_VALUE_KINDS, "]"),
    "name": ("string",),
    "name or }": ("string", "}"),
    "colon": (":",),
    "after value in {": (",", "}"),
    "after value in [": (",", "]"),
}
"""Expected tokens by state of the scanner; the state ``end`` ends the scan."""


def _members(document: bytes) -> list[tuple[str, bytes, int]]:
    """Name, first token and place of every member of the top object; empty for ``null``."""
    members: list[tuple[str, bytes, int]] = []
    for depth, name, token, start in _values(document):
        if depth == 0 and token not in (b"{", b"null"):
            raise NotAnObjectError("the document is not an object")
        if depth == 1:
            members.append((_unquote(name), token, start))
    return members


def _values(document: bytes) -> Iterator[tuple[int, bytes, bytes, int]]:
    """Depth, member name, first token and place of every value; raises on invalid syntax."""
    brackets = ""
    name = b""
    state, position = "value", 0
    while state != "end":
        start = position
        kind, token, position = _next_token(document, start)
        if kind not in _ALLOWED[state]:
            raise InvalidJSONError(f"expected {state}")
        if kind in _VALUE_KINDS and not state.startswith("name"):
            yield len(brackets), name, token, start
        if kind in ("{", "["):
            brackets += kind
            if len(brackets) > MAX_NESTING:
                raise InvalidJSONError("nested too deep")
            state = "name or }" if kind == "{" else "value or ]"
        elif kind in (":", ","):
            state = "name" if kind == "," and brackets[-1] == "{" else "value"
        elif state.startswith("name") and kind == "string":
            name, state = token, "colon"
        else:
            brackets = brackets[:-1] if kind in ("}", "]") else brackets
            state = f"after value in {brackets[-1]}" if brackets else "end"
    if document[position:].strip(b" \t\r\n"):
        raise InvalidJSONError("the document has trailing data")


def _raw_value(document: bytes, start: int) -> bytes:
    """The value at ``start`` of a document with valid syntax up to the value's end."""
    depth, position = 0, start
    while True:
        kind, _, position = _next_token(document, position)
        depth += (kind in ("{", "[")) - (kind in ("}", "]"))
        if not depth:
            return document[start:position].strip(b" \t\r\n")


def _next_token(document: bytes, position: int) -> tuple[str, bytes, int]:
    """Kind of the next token, the token, and where it ends; a bracket is its own kind."""
    match = _TOKEN.match(document, position)
    if match is None:
        raise InvalidJSONError("not a token of JSON")
    group = match.lastgroup or ""
    token: bytes = match[group]
    return (token.decode() if group == "mark" else group), token, match.end()


def _unquote(token: bytes) -> str:
    """The string of a token; invalid UTF-8 is replaced, as in Go."""
    return replace_surrogates(str(json.loads(token.decode("utf-8", "surrogateescape"))))
