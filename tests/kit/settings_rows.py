"""Rows of wrong and right settings in a file: a tree with a change, and below it all that is said of it.

A change is JSON: values by path (``storage__s3__bucket``), where ``(absent)`` takes one away, ``<a*64>`` is 64 letters,
and ``$NAME`` one of the names of a test. A row without a line below it is right. A refresh writes what is said.
"""

import copy
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

from tests.kit.golden import Golden
from tests.kit.places import REPOSITORY

_REPEATED: Final = re.compile(r"<(.+?)\*(\d+)>")
_ABSENT: Final = "(absent)"

Tree = Mapping[str, Any]


def compare_rows(
    file: Path,
    golden: Golden,
    trees: Mapping[str, Tree],
    problems: Callable[[dict[str, Any]], Iterable[str]],
    names: Mapping[str, str] | None = None,
) -> None:
    """Assert that all that is said of each row stands below it, has a way out, and shows no marker."""
    shown: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            continue
        shown.append(line)
        tree, _, change = line.partition(" ")
        if tree in trees:
            told = list(problems(with_change(trees[tree], json.loads(change), names or {})))
            assert all("; " in each and "\n" not in each for each in told), (line, told)
            assert not re.search("MARKER|Marker", "".join(told)), (line, told)
            shown += [f"    {each.replace(str(REPOSITORY), 'REPOSITORY')}" for each in told]
        else:
            assert line.startswith("#"), f"there is no tree of this name: {line}"
    golden(file, "\n".join(shown) + "\n")


def with_change(tree: Tree, change: Mapping[str, object], names: Mapping[str, str]) -> dict[str, Any]:
    """The tree with values at paths; groups on the way are made."""
    result: dict[str, Any] = copy.deepcopy(dict(tree))
    for path, value in change.items():
        *above, last = _parts(path)
        place: Any = result
        for part in above:
            place = place[part] if isinstance(part, int) else place.setdefault(part, {})
        if value == _ABSENT:
            del place[last]
        else:
            place[last] = _meant(value, names)
    return result


def _parts(path: str) -> Iterator[str | int]:
    yield from (int(part) if part.isdecimal() else part for part in path.split("__"))


def _meant(value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, str):
        text = _REPEATED.sub(lambda found: found[1] * int(found[2]), value)
        return re.sub(r"\$([A-Z]+)", lambda found: names.get(found[1], found[0]), text)
    if isinstance(value, list):
        return [_meant(each, names) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        group = cast("dict[str, object]", value)
        return {str(_meant(key, names)): _meant(each, names) for key, each in group.items()}
    return value
