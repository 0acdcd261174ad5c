"""Reads the rows of a CSV inventory; every cell is a text."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.notices import Notice
from openshift_credentials.fleet.inventory.rows import Files, Row, file_problem


def read_csv(text: str, file: str, files: Files) -> None:
    """Read the rows of a text, and report unreadable ones."""
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    columns: list[str] | None = None
    line = 1
    try:
        for row in rows:
            start, line = line, rows.line_num + 1
            cells = [cell.strip() for cell in row]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if columns is None:
                columns = cells
                files.problems += _header_problems(columns, file)
                if "name" not in columns:
                    return
            elif len(cells) > len(columns):
                rule = f"has {quantity(len(cells), 'cell')}, but the header has {len(columns)}"
                way_out = "remove the extra cells, or put a cell with a comma in quotation marks"
                files.problems.append(file_problem(file, rule, way_out, start))
            else:
                pairs = zip(columns, cells, strict=False)
                values = {column: cell for column, cell in pairs if cell}
                files.take(Row(file, start, values))
    except csv.Error as error:
        files.problems.append(
            file_problem(file, f"is not CSV ({error})", "correct it", rows.line_num)
        )
    if columns is None and not files.problems:
        files.problems.append(
            file_problem(file, "has no header", "start it with name,cloud,issuer")
        )


def _header_problems(columns: Sequence[str], file: str) -> Iterator[Notice]:
    for column, count in Counter(columns).items():
        if count > 1:
            shown = column or "a column without a name"
            yield file_problem(file, f"header: {shown} occurs {count} times", "keep one", 1)
    if "name" not in columns:
        way_out = "add the column"
        if any(mark in column for column in columns for mark in (";", "\t")):
            way_out = "separate the cells with commas"
        yield file_problem(file, "header: name is required", way_out, 1)
