"""Reads the file of ``backupsFile``: a CSV or YAML list of entries as in ``backups``.

All values are strings, as in a spreadsheet, and an empty one counts as not set.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.errors import (
    ProblemCode,
    UnusableInputError,
    input_problem,
    unusable_input,
)
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.stack.models import fields_of
from openshift_credentials.systems.etcd_backup.settings.backups import Backup

LARGEST: Final = 16 * 1024 * 1024
"""Maximum size in bytes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry and the line on which it starts, counted from 1."""

    line: int
    values: dict[str, object]


def read_backups_file(path: Path) -> list[Entry]:
    """Entries of a file that ends in ``.csv``, ``.yaml`` or ``.yml``.

    Raises :class:`UnusableInputError`, with all problems, if the file is not such a list; the
    caller checks the values.
    """
    match path.suffix.lower():
        case ".csv":
            return list(_from_csv(_text(path)))
        case ".yaml" | ".yml":
            from openshift_credentials.systems.etcd_backup.settings.backups_yaml import (  # noqa: PLC0415 - CSV needs no YAML
                entries_of_yaml,
            )

            return [
                Entry(line, _values_with_text(values))
                for line, values in entries_of_yaml(_text(path))
            ]
        case _:
            raise unusable_input("must end in .csv, .yaml or .yml", "rename the file")


def _text(path: Path) -> str:
    try:
        return read_text_file(path, LARGEST)
    except FileNotFoundError:
        problem = input_problem("does not exist", "correct the path", code=ProblemCode.FILE)
        raise UnusableInputError([problem]) from None


def _from_csv(text: str) -> Iterator[Entry]:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    problems: list[Notice] = []
    columns: list[str] | None = None
    line = 1
    try:
        for row in rows:
            start, line = line, rows.line_num + 1
            if not any(cell.strip() for cell in row):
                continue
            if columns is None:
                columns = [cell.strip() for cell in row]
                problems += _header_problems(columns)
            elif len(row) > len(columns):
                rule = f"has {quantity(len(row), 'cell')} and the header {len(columns)}"
                way_out = "remove the extra cells, or put a cell with a comma in quotation marks"
                problems.append(_at(start, rule, way_out))
            else:
                values = dict(zip(columns, map(str.strip, row), strict=False))
                yield Entry(start, _values_with_text(values))
    except csv.Error as error:
        problems.append(_at(rows.line_num, f"is not CSV ({error})", "correct it"))
    if columns is None and not problems:
        way_out = f"write for example {','.join(_columns())}"
        problems.append(input_problem("has no header", way_out))
    if problems:
        raise UnusableInputError(problems)


def _at(line: int, why: str, way_out: str) -> Notice:
    return input_problem(why, way_out, code=ProblemCode.SYNTAX, place=f"line {line}", line=line)


def _header_problems(columns: list[str]) -> Iterator[Notice]:
    known = ", ".join(_columns())
    for column, count in Counter(columns).items():
        if column not in _columns():
            yield _of_header(f"{column!r} is not a column", f"the columns are {known}")
        elif count > 1:
            yield _of_header(f"{column} occurs {count} times", "keep one")
    if "hostedCluster" not in columns:
        yield _of_header("hostedCluster is required", "add the column")


def _of_header(why: str, way_out: str) -> Notice:
    return input_problem(why, way_out, place="header")


def _columns() -> list[str]:
    return [*fields_of(Backup)]


def _values_with_text(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if value != ""}
