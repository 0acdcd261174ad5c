"""Rows of an inventory as in its files, and problems of the files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import ProblemCode, input_problem
from openshift_credentials.base.notices import Notice

DEFAULTS_ROW: Final = "*"
"""Name of the CSV row with defaults for empty cells of all rows."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row as in its file, without empty cells."""

    file: str
    line: int
    values: Mapping[str, str]
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    config: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def place(self) -> str:
        """File, line and name, for the start of a message."""
        name = self.values.get("name", "")
        return f"{self.file} line {self.line}" + (f" ({name})" if name else "")

    def problem(self, why: str, way_out: str, setting: str = "") -> Notice:
        """A problem of the row, prefixed with its place."""
        return input_problem(
            why,
            way_out,
            place=self.place,
            code=ProblemCode.SETTING,
            file=self.file,
            line=self.line,
            setting=setting,
        )


@dataclass(slots=True)
class Files:
    """Content of the files of an inventory, and problems of the files."""

    rows: list[Row] = field(default_factory=list[Row])
    defaults: Row | None = None
    fleet: Row | None = None
    problems: list[Notice] = field(default_factory=list[Notice])
    parts: list[Path] = field(default_factory=list[Path])
    """Files that the inventory names."""

    def take(self, row: Row) -> None:
        """Add a row, which can be the row of defaults."""
        if row.values.get("name") != DEFAULTS_ROW:
            self.rows.append(row)
        elif self.defaults is None:
            values = {key: value for key, value in row.values.items() if key != "name"}
            self.defaults = Row(row.file, row.line, values)
        else:
            self.problems.append(row.problem("is a second row of defaults", "keep one"))


def file_problem(file: str, why: str, way_out: str = "", line: int | None = None) -> Notice:
    """A problem of a file, with its line if known."""
    place = f"{file} line {line}" if line else file
    code = ProblemCode.SYNTAX if line else ProblemCode.FILE
    return input_problem(why, way_out, code=code, place=place, file=file, line=line)
