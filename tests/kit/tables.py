"""A parametrized test is one item, which names every row that differs.

An item of its own for each row costs more than what most rows check. A test keeps its items where a
fixture makes something new for each of them.
"""

import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import pytest

from tests.kit.google_cloud import needs_sdk
from tests.kit.trees import ABSENT

SHARED: Final = frozenset({"golden", "refresh"})
"""Fixtures that all rows may share."""

_RAISED: Final = (Exception, pytest.fail.Exception)

Row = Mapping[str, Any]
Told = str
"""A row that differs, and how."""


def table(collector: pytest.Module | pytest.Class, name: str, test: object) -> pytest.Function | None:
    """The one item of a test that is given rows and nothing else."""
    marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
    rows = _rows(mark for mark in marks if mark.name == "parametrize")
    if not rows or not inspect.isfunction(test) or hasattr(test, "hypothesis"):
        return None
    fixtures = sorted(set(inspect.signature(test).parameters) - set(rows[0]))
    if set(fixtures) - SHARED or any(mark.name == "usefixtures" for mark in (*marks, *collector.iter_markers())):
        return None
    members: Mapping[str, object] = vars(cast("object", collector.obj))
    if any(map(_is_for_each_test, members.values())):
        return None

    def every_row(**shared: object) -> None:
        possible = [row for row in rows if not needs_sdk(row.values())]
        if not possible:
            pytest.skip("every row needs pulumi-gcp; run 'make gcp'")
        wrong: list[Told] = []
        skipped: list[str] = []
        for row in possible:
            try:
                test(**row, **shared)
            except pytest.skip.Exception as reason:
                skipped.append(str(reason))
            except _RAISED:
                raised = pytest.ExceptionInfo[BaseException].from_current()
                wrong.append(f"{_shown(row)}\n{raised.getrepr(style='short')}")
        if wrong:
            pytest.fail("\n\n".join([f"{len(wrong)} of {len(possible)} rows differ:", *wrong]), pytrace=False)
        if len(skipped) == len(possible):
            pytest.skip(skipped[0])

    item: Any = every_row
    item.__signature__ = inspect.Signature(
        [inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY) for each in fixtures]
    )
    item.pytestmark = [mark for mark in marks if mark.name != "parametrize"]
    return pytest.Function.from_parent(collector, name=name, callobj=item)


def _is_for_each_test(member: object) -> bool:
    """Whether it is a fixture that nobody asks for."""
    return getattr(getattr(member, "_fixture_function_marker", None), "autouse", False)


def _rows(marks: Iterable[pytest.Mark]) -> list[Row]:
    """Each row of one table with each of the others; none where a row or a table asks for more than that."""
    rows: list[Row] = []
    for mark in marks:
        if len(mark.args) != 2 or set(mark.kwargs) - {"ids"}:
            return []
        own = list(_rows_of(*mark.args))
        if not all(own):
            return []
        rows = [{**row, **more} for row in rows or [{}] for more in own]
    return rows


def _rows_of(names: str | Iterable[str], values: Iterable[object]) -> Iterator[Row]:
    """The rows of a table; an empty one for a row with a mark."""
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    for value in values:
        cells: Any = value if len(names) > 1 else (value,)
        if hasattr(value, "marks"):
            parameters = cast("Any", value)
            cells = () if parameters.marks else parameters.values
        yield dict(zip(names, cells, strict=False))


def _shown(row: Row) -> str:
    texts = [f"{name}={value!r}" for name, value in row.items()]
    return ", ".join(text if len(text) <= 200 else f"{text[:200]}..." for text in texts)


# Rows of tests in files of JSON: one row a line, so that a difference is a line.

ABSENT_IN_FILE = "(absent)"


def read_rows(of: str, name: str, names: Mapping[str, object] | None = None) -> list[Any]:
    """The rows of a file beside module `of`.

    A cell that is one of `names` is its value; in an object, so is a value that is a name behind a dollar sign.
    """
    known = names or {}
    meant = {ABSENT_IN_FILE: ABSENT, **{f"${each}": value for each, value in known.items()}}

    def with_values(members: dict[str, Any]) -> dict[str, Any]:
        return {each: meant.get(value, value) if isinstance(value, str) else value for each, value in members.items()}

    rows = json.loads(Path(of).with_name(name).read_text(), object_hook=with_values)
    return [tuple(known.get(str(cell), cell) for cell in row) for row in rows]


Test = TypeVar("Test", bound=Callable[..., None])


def rows_beside(names: str) -> Callable[[Test], Test]:
    """Gives a test the rows that stand under its name in the JSON file of its module."""

    def with_rows(test: Test) -> Test:
        file = Path(inspect.getfile(test)).with_suffix(".json")
        return pytest.mark.parametrize(names, json.loads(file.read_text(encoding="utf-8"))[test.__name__])(test)

    return with_rows


# Loops that must find something to check.

T = TypeVar("T")


def nonempty(items: Iterable[T]) -> list[T]:
    """The items; fails if there are none, so that a loop over them cannot pass without a check."""
    found = list(items)
    assert found, "there is nothing to check"
    return found
