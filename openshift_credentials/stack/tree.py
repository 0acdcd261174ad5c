"""Values of a raw configuration, and their paths."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import as_array, as_object, is_array, is_object

Location = tuple[int | str, ...]

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


def leaves(tree: object, place: Location = ()) -> Iterator[tuple[Location, object]]:
    """Every value that is neither a group nor a list, with its place."""
    if is_object(tree):
        for key, value in tree.items():
            yield from leaves(value, (*place, key))
    elif is_array(tree):
        for index, value in enumerate(tree):
            yield from leaves(value, (*place, index))
    else:
        yield place, tree


def dotted_path(location: Iterable[int | str]) -> str:
    """``("backups", 0, "trigger")`` as ``backups[0].trigger``.

    pydantic's marker of a wrong key of a map is removed: the path contains the key.
    """
    parts = (part for part in location if part != "[key]")
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return text.removeprefix(".")


def location(path: str) -> Location:
    """The parts of a path: names of settings, and positions in lists."""
    return tuple(int(index) if index else name for name, index in _PART.findall(path))


def is_within(path: str, place: str) -> bool:
    """Whether a path is ``place`` or below it."""
    return path == place or path.startswith((f"{place}.", f"{place}["))
