"""What a finding is."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is.

    ``error`` means that a backup with this Secret fails, or that it runs with other credentials
    than the content suggests.
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """A remark on a Secret: one sentence why, one sentence what to do, nothing from its content.

    ``code`` never changes once published, so that scripts can rely on it.
    """

    code: str
    severity: Severity
    why: str
    what_to_do: str
