"""JSON as ``encoding/json`` of Go writes it, byte for byte."""

import json
import re
from typing import Final

from openshift_credentials.base.json_values import as_array, is_array, is_object

from .numbers import json_number
from .text import replace_surrogates

_ESCAPES: Final = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}
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
    """``value`` with the keys of every mapping sorted by their UTF-8 bytes."""
    if is_object(value):
        return {key: sort_members(value[key]) for key in sorted(value, key=_utf8)}
    if is_array(value):
        return [sort_members(item) for item in value]
    return value


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(value: str) -> str:
    quoted = json.dumps(replace_surrogates(value), ensure_ascii=False)
    return _ESCAPED.sub(lambda match: _ESCAPES[match[0]], quoted)
