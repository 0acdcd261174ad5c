"""What people are told, in one shape: a stable code, how bad it is, where, why, and the way out."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad it is.

    ``error`` means that something fails, or does other things than it seems to; ``warning`` that
    it may, or weakens something; ``info`` is worth knowing.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that people should know, without anything secret.

    ``code`` never changes once published, so that scripts can rely on it. ``setting`` is the path
    of the setting, or of the field of an object, that it is about; empty if there is none.
    ``way_out`` is empty where nothing has to be done.
    """

    code: str
    severity: Severity
    why: str
    way_out: str = ""
    setting: str = ""

    def __str__(self) -> str:
        place = f"{self.setting}: " if self.setting and self.setting not in self.why else ""
        return f"{place}{self.why}; {self.way_out}" if self.way_out else f"{place}{self.why}"
