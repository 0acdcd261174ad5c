"""Plain text for files and pipes, with colour at a terminal."""

import os
import re
from dataclasses import dataclass
from typing import Final, TextIO

_CODES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}

STYLED: Final = re.compile(r"\x1b\[(?:0|(?:[12]|3[1236])(?:;(?:[12]|3[1236]))*)m")
"""The escape sequences that :class:`Style` writes, and no others."""


@dataclass(frozen=True, slots=True)
class Style:
    """Colours text or returns it unchanged; ``draws_lines``: the encoding supports line drawing."""

    colour: bool = False
    draws_lines: bool = True

    @classmethod
    def of(cls, stream: TextIO) -> "Style":
        """Colour for a terminal, unless ``NO_COLOR`` is set or the terminal is dumb."""
        allowed = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        encoding = (stream.encoding or "utf-8").lower()
        return cls(colour=allowed and stream.isatty(), draws_lines=encoding.startswith("utf"))

    def __call__(self, text: str, *names: str) -> str:
        """``text`` in the named styles."""
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in names)}m{text}\x1b[0m"
