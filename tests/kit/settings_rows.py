"""Rows of wrong and right settings in a file: a tree with a change, and below it all that is said of it.

A change has values by path (``storage__s3__bucket``); ``(absent)`` takes one away.
"""

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.kit.golden import Golden
from tests.kit.places import REPOSITORY
from tests.kit.recorded_rows import Ask, compare_rows
from tests.kit.tables import ABSENT_IN_FILE

Tree = Mapping[str, Any]


def compare_settings(
    file: Path,
    golden: Golden,
    trees: Mapping[str, Tree],
    problems: Callable[[dict[str, Any]], Iterable[str]],
    names: Mapping[str, str] | None = None,
) -> None:
    """Assert that all that is said of each row stands below it, has a way out, and shows no marker."""

    def of(tree: Tree) -> Ask:
        def told(change: Mapping[str, object]) -> Iterator[str]:
            for each in problems(with_change(tree, change)):
                assert "; " in each, f"no way out: {each}"
                assert "\n" not in each
                assert not re.search("MARKER|Marker", each)
                yield each.replace(str(REPOSITORY), "REPOSITORY")

        return told

    compare_rows(file, golden, {name: of(tree) for name, tree in trees.items()}, names)


def with_change(tree: Tree, change: Mapping[str, object]) -> dict[str, Any]:
    """The tree with values at paths; groups on the way are made."""
    result: dict[str, Any] = copy.deepcopy(dict(tree))
    for path, value in change.items():
        *above, last = (int(part) if part.isdecimal() else part for part in path.split("__"))
        place: Any = result
        for part in above:
            place = place[part] if isinstance(part, int) else place.setdefault(part, {})
        if value != ABSENT_IN_FILE:
            place[last] = value
        elif isinstance(last, int) or last in place:
            del place[last]
    return result
