"""Rows that the real operator gave, and the folders of requests that they name."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "data" / "cco"
REAL_REQUESTS = os.environ.get("CCO_REAL_REQUESTS")
"""File with folders of manifests of OpenShift itself, which are not part of this repository."""

Row = dict[str, Any]


def rows(*functions: str) -> list[Row]:
    """All recorded rows of these functions."""
    return [
        row
        for file in sorted(DATA.glob("rows-*.json"))
        for row in json.loads(file.read_text())
        if row["fn"] in functions
    ]


def each_row(*functions: str) -> Callable[[Callable[[Row], None]], Callable[[], None]]:
    """Check every row of these functions in one test, which names each row that differs."""

    def decorate(check: Callable[[Row], None]) -> Callable[[], None]:
        def every_row() -> None:
            table, wrong = rows(*functions), dict[str, str]()
            for row in table:
                try:
                    check(row)
                except pytest.skip.Exception:
                    continue  # a folder that is not at hand
                except Exception as error:  # noqa: BLE001 - every row is named, whatever it raises
                    wrong[str(row["id"])] = repr(error)[:400]
            assert table
            assert not wrong

        every_row.__name__ = check.__name__
        return every_row

    return decorate


def folder(name: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of every file directly in a folder; skips where it is not at hand."""
    folders: dict[str, dict[str, str]] = json.loads((DATA / "inputs-made.json").read_text())
    if name.startswith("real-"):
        if REAL_REQUESTS is None:
            pytest.skip("set CCO_REAL_REQUESTS to a file with OpenShift's own manifests")
        real = json.loads(Path(REAL_REQUESTS).read_text())
        folders = {each: content["files"] for each, content in real.items()}
    return ((file, text.encode()) for file, text in folders[name].items() if "/" not in file)


def encoded(data: dict[str, str] | None) -> dict[str, bytes] | None:
    return None if data is None else {key: value.encode() for key, value in data.items()}


def or_none(value: str, *missing: str) -> str | None:
    return None if value in missing else value
