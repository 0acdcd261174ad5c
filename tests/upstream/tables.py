"""The tables of sources: which symbol of which program each of our rules was read from."""

import csv
import io
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).with_name("sources")
_PROGRAMS: Final = Path(__file__).with_name("programs.csv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A rule of ours, and a symbol that it follows.

    ``rule`` is a module of the package and a name in it; ``commit`` is the commit or release that
    was read. ``compared`` is ``all`` where the texts of the symbol are exactly the values of our
    constant, and ``some`` where ours are among them. ``digest`` and ``members`` say what the symbol
    was: no text of the program is kept.
    """

    rule: str
    repository: str
    file: str
    symbol: str
    commit: str
    compared: str = ""
    digest: str = ""
    members: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it stands in its table."""
        return (*astuple(self)[:-1], " ".join(self.members))


_COLUMNS: Final = tuple(field.name for field in fields(Row))


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that rules follow.

    ``module`` is the name in its ``go.mod``. ``inside`` is its folder in the repository of
    Kubernetes, for what is developed there. ``note`` says why a program has no rows.
    """

    repository: str
    module: str
    branch: str
    inside: str
    note: str


def programs() -> tuple[Program, ...]:
    """All programs that docstrings name."""
    with _PROGRAMS.open(encoding="utf-8", newline="") as file:
        return tuple(Program(**row) for row in csv.DictReader(file))


def read_table(text: str) -> tuple[Row, ...]:
    """Rows of one table; names contain no space, so members are separated by one."""
    return tuple(
        Row(members=tuple(row.pop("members").split()), **row)
        for row in csv.DictReader(io.StringIO(text))
    )


def write_table(rows: Iterable[Row]) -> str:
    """The text of a table, sorted, so that a change is a change of its lines."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(sorted(row.cells for row in rows))
    return text.getvalue()


def read_tables(folder: Path = SOURCES) -> dict[Path, tuple[Row, ...]]:
    """Tables by file: one per system, and one for what systems share."""
    return {
        file: read_table(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.csv"))
    }


def rows_of(repository: str, folder: Path = SOURCES) -> tuple[Row, ...]:
    """The rows that follow one program."""
    return tuple(
        row for rows in read_tables(folder).values() for row in rows if row.repository == repository
    )
