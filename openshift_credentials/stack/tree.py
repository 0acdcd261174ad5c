"""Values of a raw configuration, and their paths."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from openshift_credentials.base.json_values import as_array, as_object, is_object

_PART: Final = re.compile(r"([^.\[\]]+)|\[([0-9]{1,6})\]")


def value_at(tree: object, place: Iterable[int | str]) -> object:
    """The value at a place, ``None`` if there is none."""
    for part in place:
        tree = next(iter(as_array(tree)[part : part + 1]), None) if isinstance(part, int) else as_object(tree).get(part)
    return tree


def merge(below: Mapping[str, object], above: Mapping[str, object]) -> dict[str, object]:
    """``above`` over ``below``, group by group; a list is replaced as a whole."""
    result = dict(below)
    for key, value in above.items():
        under = result.get(key)
        result[key] = merge(under, value) if is_object(under) and is_object(value) else value
    return result


def location(path: str) -> tuple[int | str, ...]:
    """The parts of a path: names of settings, and positions in lists."""
    return tuple(int(index) if index else name for name, index in _PART.findall(path))


def is_within(path: str, place: str) -> bool:
    """Whether a path is ``place`` or below it."""
    return path == place or path.startswith((f"{place}.", f"{place}["))
