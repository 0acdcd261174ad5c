"""Rows of an inventory as they stand in its files, and what cannot be read there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from openshift_credentials.errors import ProblemCode, ReportedProblem

DEFAULTS_ROW: Final = "*"
"""Name of the CSV row whose cells hold for all rows that have none."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it stands in a file; empty cells are left out."""

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

    def problem(self, text: str, setting: str | None = None) -> ReportedProblem:
        """A problem of the row, with its place in front."""
        return ReportedProblem(
            f"{self.place}: {text}",
            ProblemCode.SETTING,
            file=self.file,
            line=self.line,
            setting=setting,
        )


@dataclass(slots=True)
class Files:
    """What the files of an inventory say, and everything that cannot be read in them."""

    rows: list[Row] = field(default_factory=list[Row])
    defaults: Row | None = None
    fleet: Row | None = None
    problems: list[ReportedProblem] = field(default_factory=list[ReportedProblem])

    def take(self, row: Row) -> None:
        """Add a row, which may be the one of the defaults."""
        if row.values.get("name") != DEFAULTS_ROW:
            self.rows.append(row)
        elif self.defaults is None:
            values = {key: value for key, value in row.values.items() if key != "name"}
            self.defaults = Row(row.file, row.line, values)
        else:
            self.problems.append(row.problem("is a second row of defaults; keep one"))


def file_problem(file: str, text: str, line: int | None = None) -> ReportedProblem:
    """A problem of a file, at a line where one is known."""
    place = f"{file} line {line}" if line else file
    code = ProblemCode.SYNTAX if line else ProblemCode.FILE
    return ReportedProblem(f"{place}: {text}", code, file=file, line=line)
