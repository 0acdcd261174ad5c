"""Notices for users: a stable code, severity, setting, reason and way out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self


class Severity(StrEnum):
    """Severity of a notice.

    ``error`` means that something fails or works differently than expected; ``warning`` that it
    could, or that it weakens security; ``info`` is for information.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice, without secrets.

    ``code`` never changes once published, so that scripts can rely on it. ``setting`` is the path
    of the setting, or of the field of an object, that it is about, if any. ``value`` is the value
    to show: masked if it is secret, empty if it is not useful. ``way_out`` is empty if nothing
    needs to be done. ``file`` and ``line`` (from 1) are those of a file that the setting names.
    """

    code: str
    severity: Severity
    why: str
    way_out: str = ""
    setting: str = ""
    value: str = ""
    file: str | None = None
    line: int | None = None

    def at(self, place: str) -> Self:
        """The same, of an object that the sentence does not name."""
        return replace(self, why=f"{place}: {self.why}")

    def __str__(self) -> str:
        text = f"{self.why}; {self.way_out}" if self.way_out else self.why
        return ": ".join(part for part in (*self._place(), text) if part)

    def _place(self) -> Iterator[str]:
        """What stands in front of the sentence, unless the sentence itself names the path."""
        if self.value:
            yield f"{self.setting} = {self.value}"
        elif "." not in self.setting or not _names(self.why, self.setting):
            yield self.setting
        if self.line:
            yield f"line {self.line}"


def _names(text: str, path: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(path)}(?!\.?\w|\[)", text) is not None
