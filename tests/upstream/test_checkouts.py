"""Real checkouts: what the rules name is unchanged, and a change of any symbol is found.

``UPSTREAM_CHECKOUTS`` names folders, separated as in ``PATH``; each is at a commit of the tables.
"""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.upstream.check import Kind, check_rows
from tests.upstream.checkout import Checkout, open_checkout
from tests.upstream.go_source import declarations
from tests.upstream.symbols import GROUP
from tests.upstream.tables import Row, rows_of

FOLDERS: Final = [
    Path(one) for one in os.environ.get("UPSTREAM_CHECKOUTS", "").split(os.pathsep) if one
]
pytestmark = [
    pytest.mark.upstream,
    pytest.mark.skipif(not FOLDERS, reason="UPSTREAM_CHECKOUTS names no checkout"),
]
COUNT: Final = 20
SECONDS: Final = 30


def opened(folder: Path) -> tuple[Checkout, tuple[Row, ...]]:
    checkout = open_checkout(folder)[0]
    return checkout, rows_of(checkout.program.repository)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_everything_is_unchanged(folder: Path) -> None:
    checkout, rows = opened(folder)
    start = time.monotonic()
    news = [finding for finding in check_rows(checkout, rows) if finding.is_news]
    assert not news
    assert time.monotonic() - start < SECONDS


def scratch(checkout: Checkout, rows: tuple[Row, ...], folder: Path) -> Checkout:
    """A copy of the files that rows follow, and of their packages."""
    for file in {checkout.root / row.file for row in rows}:
        for one in file.parent.glob("*.go") if file.suffix == ".go" else (file,):
            place = folder / one.relative_to(checkout.root)
            place.parent.mkdir(parents=True, exist_ok=True)
            if one.is_dir():
                shutil.copytree(one, place, dirs_exist_ok=True)
            else:
                shutil.copy(one, place)
    return Checkout(checkout.program, folder, folder, "", is_shallow=False)


def chosen(checkout: Checkout, rows: tuple[Row, ...]) -> Iterator[tuple[Row, int, int]]:
    """Rows of Go, spread over the tables, with the place of their first text or number."""
    places: dict[tuple[str, str], tuple[Row, int, int]] = {}
    for row in rows:
        if not row.file.endswith(".go") or "[" in row.symbol:
            continue
        name = row.symbol.removeprefix(GROUP)
        node = next(one.node for one in declarations(checkout.root / row.file) if one.name == name)
        literals = [node]
        while literals:
            part = literals.pop(0)
            if part.type in {"interpreted_string_literal", "int_literal", "identifier"}:
                places[row.file, name] = (row, part.start_byte, part.end_byte)
            literals.extend(part.children)
    step = max(1, len(places) // COUNT)
    yield from list(places.values())[::step][:COUNT]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_seeded_changes_are_found_and_comments_are_not(folder: Path, tmp_path: Path) -> None:
    checkout, rows = opened(folder)
    for number, (row, start, end) in enumerate(chosen(checkout, rows)):
        content = (checkout.root / row.file).read_bytes()
        old = content[start:end]
        new = b'"seeded"' if old.startswith(b'"') else b"7" + old if old.isdigit() else b"seeded"
        for name, text in {
            "changed": content[:start] + new + content[end:],
            "layout": content[:start] + b"/* seeded */ " + content[start:],
        }.items():
            copy = scratch(checkout, rows, tmp_path / f"{number}-{name}")
            (copy.root / row.file).write_bytes(text)
            news = [
                finding for finding in check_rows(copy, rows) if finding.kind is not Kind.UNCHANGED
            ]
            found = {(finding.row.rule, finding.row.file) for finding in news}
            expected = (row.rule, row.file) in found if name == "changed" else not found
            assert expected, f"{name}: {row.rule}, {row.symbol} of {row.file}: {found}"
