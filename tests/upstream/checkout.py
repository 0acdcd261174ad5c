"""A checkout of a program, as it lies on the reader's disk: recognized, read, never changed."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.upstream.tables import Program, programs

_MODULE: Final = re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE)
_NO_SOURCE: Final = {"vendor", ".git", "node_modules", "third_party", "testdata"}


class UnusableCheckoutError(Exception):
    """The folder cannot be checked; the message says why, and the way out."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """One program in a checkout; ``commit`` is empty where no history tells it.

    ``top`` is the folder with the history, of which ``root`` can be a part.
    """

    program: Program
    root: Path
    top: Path
    commit: str
    is_shallow: bool

    @property
    def name(self) -> str:
        """The program and what of it was read."""
        return f"{self.program.repository} at {self.commit[:12] or 'an unknown commit'}"

    def earlier(self, file: str, commit: str) -> bytes | None:
        """A file as it was at a commit, or ``None`` where the history does not reach it."""
        if not self.commit:
            return None
        path = (self.root / file).relative_to(self.top).as_posix()
        return _git(self.top, "show", f"{commit}:{path}")

    def go_files(self) -> tuple[Path, ...]:
        """Go files of the program itself, tests apart."""
        return tuple(
            file
            for file in sorted(self.root.rglob("*.go"))
            if not file.name.endswith("_test.go")
            and not _NO_SOURCE & set(file.relative_to(self.root).parts)
        )


def open_checkout(folder: Path) -> tuple[Checkout, ...]:
    """The programs in a checkout. Raises :class:`UnusableCheckoutError`."""
    if not folder.is_dir():
        raise UnusableCheckoutError(
            f"{folder}: no such folder; name a checkout, such as ../hypershift"
        )
    modules = folder / "go.mod"
    if not modules.is_file():
        raise UnusableCheckoutError(
            f"{folder}: no go.mod, so this is not the top folder of a Go module"
        )
    named = _MODULE.search(modules.read_text(encoding="utf-8", errors="replace"))
    known = {program.module: program for program in programs() if program.module}
    if named is None or named[1] not in known:
        raise UnusableCheckoutError(
            f"{modules}: module {named[1] if named else '(none)'} has no rule of ours; "
            f"known are {', '.join(sorted(known))}"
        )
    root = folder.resolve()
    history = _git(root, "rev-parse", "--show-toplevel", "HEAD", "--is-shallow-repository")
    top, commit, shallow = history.decode().split("\n")[:3] if history else ("", "", "")
    if Path(top).resolve() != root:
        commit, shallow = "", ""
    found = [Checkout(known[named[1]], root, root, commit, shallow == "true")]
    found.extend(
        Checkout(program, root / program.inside, root, commit, shallow == "true")
        for program in known.values()
        if program.inside and (root / program.inside / "go.mod").is_file()
    )
    return tuple(found)


def _git(folder: Path, *arguments: str) -> bytes | None:
    try:
        answer = subprocess.run(
            ["git", "-C", str(folder), *arguments],  # noqa: S607
            capture_output=True,
            check=False,
        )
    except OSError:  # no git here: a checkout is text all the same
        return None
    return answer.stdout if answer.returncode == 0 else None
