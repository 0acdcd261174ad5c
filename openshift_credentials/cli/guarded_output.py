"""Output that cannot control a terminal, and whose failures have an exception of their own.

Names of files, arguments and objects come from outside. Escape sequences and marks of direction in
them (U+202E) would move the cursor or reorder the text around them.
"""

import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final, TextIO

from openshift_credentials.base.terminal import STYLED

_KEPT: Final = "\n\t"
_STYLES: Final = re.compile(f"({STYLED.pattern})")


class OutputError(Exception):
    """The stream cannot be written: the reader is gone, or the disk is full."""

    def __init__(self, cause: OSError) -> None:
        self.cause = cause
        super().__init__(cause.strerror)


class GuardedOutput:
    """A text stream that shows a character that cannot be seen by its number, as JSON does.

    Colours of :class:`~openshift_credentials.base.terminal.Style` pass if the stream is a
    terminal. A stream of results raises :class:`OutputError` if it cannot be written; a stream of
    messages ignores it, because there is nowhere else to report it.
    """

    def __init__(self, stream: TextIO, *, has_results: bool) -> None:
        self.stream = stream
        self._has_results = has_results
        self._is_terminal = stream.isatty()

    def write(self, text: str) -> None:
        """Write visible text."""
        with self._report_errors():
            self.stream.write(visible(text, styled=self._is_terminal))

    def writelines(self, texts: Iterable[str]) -> None:
        """Write all texts, without adding ends of lines."""
        for text in texts:
            self.write(text)

    def flush(self) -> None:
        """Write what the stream still holds."""
        with self._report_errors():
            self.stream.flush()

    @contextmanager
    def _report_errors(self) -> Generator[None]:
        try:
            yield
        except OSError as error:
            if self._has_results:
                raise OutputError(error) from None

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


def visible(text: str, *, styled: bool = False) -> str:
    """``text`` with an escape for every character that cannot be seen, except ends of lines."""
    hidden = {character for character in set(text) if not character.isprintable()} - {*_KEPT}
    if not hidden:
        return text
    escapes = str.maketrans({character: _escape(character) for character in hidden})
    if not styled:
        return text.translate(escapes)
    parts = _STYLES.split(text)
    parts[::2] = [part.translate(escapes) for part in parts[::2]]
    return "".join(parts)


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
