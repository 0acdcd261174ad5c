"""Compare the symbols of a checkout with the tables."""

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from tests.upstream.checkout import Checkout
from tests.upstream.content import content_differences
from tests.upstream.go_source import Symbol, digest
from tests.upstream.symbols import GROUP, NoSymbolError, symbol_in, symbol_in_text
from tests.upstream.tables import Row

COMMIT_LENGTH: Final = 12
_NAME: Final = re.compile(r"[\w./=\[\]-]+|\"[^\"]*\"")
_EXPRESSION: Final = "#"


class Kind(StrEnum):
    """What became of a symbol, or how its content differs from ours."""

    UNCHANGED = "unchanged"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was found of one row; ``file`` is where the symbol stands now.

    ``new`` and ``lost`` are members that came and went. ``difference`` compares the text that was
    read with today's; ``why`` says what no text shows.
    """

    kind: Kind
    row: Row
    file: str
    new: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    difference: str = ""
    why: str = ""

    @property
    def is_news(self) -> bool:
        """Whether a person has to look."""
        return self.kind is not Kind.UNCHANGED


def check_rows(checkout: Checkout, rows: Sequence[Row]) -> list[Finding]:
    """What became of each row, and what of ours its content contradicts."""
    places = _Places(checkout)
    found = [_check(checkout, row, places) for row in rows]
    told: set[tuple[str, str, str]] = set()
    for row in rows:
        for sentence in content_differences(checkout, row):
            if (key := (row.rule, row.file, sentence)) not in told:
                told.add(key)
                found.append(Finding(kind=Kind.DIFFERS, row=row, file=row.file, why=sentence))
    return found


def current(checkout: Checkout, row: Row) -> Row:
    """The row as it is to be after a person has looked. Raises :class:`NoSymbolError`."""
    file, symbol = _Places(checkout).find(row)
    return replace(
        row,
        file=file,
        commit=checkout.commit[:COMMIT_LENGTH] or row.commit,
        digest=symbol.digest,
        members=tuple(_members(symbol)),
    )


def _members(symbol: Symbol) -> dict[str, str]:
    """Members as a table has them, each once, with their text.

    A name or a value stands for itself. Of any other expression, such as the condition of a case,
    the table has a digest, because it keeps no text of a program.
    """
    found: dict[str, str] = {}
    for member in symbol.members:
        text = "".join(member.split())
        found[text if _NAME.fullmatch(text) else f"{_EXPRESSION}{digest((text,))[:8]}"] = text
    return found


class _Places:
    """Where symbols stand in a checkout; files are searched only for what is not in its place."""

    def __init__(self, checkout: Checkout) -> None:
        self._checkout = checkout
        self._texts: dict[Path, str] = {}

    def find(self, row: Row) -> tuple[str, Symbol]:
        """File and symbol. Raises :class:`NoSymbolError`."""
        try:
            return row.file, symbol_in(self._checkout.root / row.file, row.symbol)
        except NoSymbolError:
            return self._elsewhere(row)

    def _elsewhere(self, row: Row) -> tuple[str, Symbol]:
        """The same symbol in another file: with the same content, or alone under its name."""
        if not row.file.endswith(".go"):
            raise NoSymbolError
        name = row.symbol.removeprefix(GROUP).partition("[")[0].rpartition(".")[2]
        word = re.compile(rf"(?:func .*?|type |const |var |^\s+){name}\b", re.MULTILINE)
        others: list[tuple[str, Symbol]] = []
        for file, text in self._all_texts().items():
            if name not in text or not word.search(text):
                continue
            try:
                symbol = symbol_in(file, row.symbol)
            except NoSymbolError:
                continue
            place = file.relative_to(self._checkout.root).as_posix()
            if symbol.digest == row.digest:
                return place, symbol
            others.append((place, symbol))
        near = [place for place in others if Path(place[0]).parent == Path(row.file).parent]
        if len(near) == 1:
            return near[0]
        raise NoSymbolError

    def _all_texts(self) -> dict[Path, str]:
        if not self._texts:
            self._texts = {
                file: file.read_text(encoding="utf-8", errors="replace")
                for file in self._checkout.go_files()
            }
        return self._texts


def _check(checkout: Checkout, row: Row, places: _Places) -> Finding:
    try:
        file, symbol = places.find(row)
    except NoSymbolError:
        return Finding(kind=Kind.GONE, row=row, file=row.file)
    if symbol.digest == row.digest:
        kind = Kind.UNCHANGED if file == row.file else Kind.MOVED
        return Finding(kind=kind, row=row, file=file)
    members = _members(symbol)
    difference, why = _difference(checkout, row, file, symbol)
    return Finding(
        kind=Kind.CHANGED,
        row=row,
        file=file,
        new=tuple(text for member, text in members.items() if member not in row.members),
        lost=tuple(
            "an expression" if member.startswith(_EXPRESSION) else member
            for member in row.members
            if member not in members
        ),
        difference=difference,
        why=why,
    )


def _difference(checkout: Checkout, row: Row, file: str, symbol: Symbol) -> tuple[str, str]:
    content = checkout.earlier(row.file, row.commit)
    if content is None:
        if not checkout.commit:
            return "", "the checkout has no history to compare with"
        shallow = "shallow" if checkout.is_shallow else "without that commit"
        return "", f"the checkout is {shallow}: git fetch origin {row.commit}"
    try:
        before = symbol_in_text(checkout.root / row.file, content, row.symbol)
    except NoSymbolError:
        return "", f"{row.commit} has no {row.symbol} in {row.file}"
    lines = difflib.unified_diff(
        before.text.splitlines(),
        symbol.text.splitlines(),
        f"{row.file} at {row.commit}",
        file,
        lineterm="",
        n=2,
    )
    return "\n".join(_cut(lines)), ""


def _cut(lines: Iterator[str], limit: int = 80) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number == limit:
            yield "(cut)"
            return
        yield line
