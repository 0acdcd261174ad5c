"""What has changed in a program since rules were read from it: ``python -m tests.upstream DIR``.

Prints the log and the differences of the files in ``table.csv``, rule by rule, for a person to
read. Exit codes: 0 nothing has changed, 1 a person has to look, 2 not everything can be compared.
"""

import csv
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TABLE: Final = Path(__file__).with_name("table.csv")


class CheckoutError(Exception):
    """What of a checkout cannot be compared, and the way out."""


@dataclass(frozen=True, slots=True)
class Row:
    """A module of ours and the files that it follows, which were read at a commit."""

    rule: str
    repository: str
    commit: str
    files: str


def read_table(table: Path = TABLE) -> list[Row]:
    with table.open(encoding="utf-8", newline="") as file:
        return [Row(**row) for row in csv.DictReader(file)]


def git(checkout: str, *arguments: str) -> str:
    command = ("git", "--literal-pathspecs", "-c", "color.ui=false", "-C", checkout, *arguments)
    answer = subprocess.run(command, capture_output=True, check=False)
    if answer.returncode:
        raise CheckoutError(f"{checkout}: {answer.stderr.decode(errors='replace').strip()}")
    return answer.stdout.decode(errors="replace")


def rows_of(checkout: str, rows: Sequence[Row]) -> list[Row]:
    """The rows of the program that the Go module of a checkout names."""
    module = re.search(r"^module .*?([^\s/]+)$", git(checkout, "show", "HEAD:go.mod"), re.MULTILINE)
    found = [row for row in rows if module and row.repository.split("/")[1] == module[1]]
    if not found:
        known = ", ".join(sorted({row.repository for row in rows}))
        raise CheckoutError(f"{checkout}: no rule follows this program; rules follow {known}")
    return found


def changes(checkout: str, row: Row, shown: dict[tuple[str, str], str]) -> str:
    """Log and difference of the files of a rule; a file that another rule shows is only named."""
    try:
        git(checkout, "rev-parse", "--verify", f"{row.commit}^{{commit}}")
    except CheckoutError:
        raise CheckoutError(
            f"{checkout}: no commit {row.commit} of {row.repository}; get it with: "
            f"git -C {checkout} fetch --tags --unshallow"
        ) from None
    since, files = ("--no-renames", "--no-ext-diff", row.commit, "HEAD", "--"), row.files.split()
    text, new = "", list[str]()
    for file in git(checkout, "diff", "--name-only", *since, *files).splitlines():
        if (rule := shown.setdefault((row.commit, file), row.rule)) == row.rule:
            new.append(file)
        else:
            text += f"{file}: see {rule}\n"
    if new:
        text += git(checkout, "log", "--oneline", f"{row.commit}..HEAD", "--", *new)
        text += git(checkout, "diff", *since, *new)
    return text


def missing(checkout: str, row: Row) -> str:
    """What the checkout no longer has of the files of a rule."""
    there = set(git(checkout, "ls-tree", "-r", "-t", "--name-only", "HEAD").splitlines())
    gone = [file for file in row.files.split() if file not in there]
    return f"{checkout}: no {', '.join(gone)}, which {row.rule} follows" if gone else ""


def main(checkout: str, table: Path = TABLE) -> int:
    shown: dict[tuple[str, str], str] = {}
    errors: list[str] = []
    try:
        rows = rows_of(checkout, read_table(table))
    except CheckoutError as error:
        rows, errors = [], [str(error)]
    for row in rows:
        try:
            errors += filter(None, [missing(checkout, row)])
            if text := changes(checkout, row, shown):
                sys.stdout.write(f"==> {row.rule}\n{text}\n")
        except CheckoutError as error:
            errors.append(str(error))
    if rows:
        found = f"rules: {len(rows)}, changed files: {len(shown)}"
        sys.stdout.write(f"{rows[0].repository}: {found}\n")
    sys.stderr.writelines(f"{error}\n" for error in dict.fromkeys(errors))
    return 2 if errors else int(bool(shown))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
