"""What a check of an HCPEtcdBackup says."""

from dataclasses import dataclass
from enum import StrEnum

from openshift_credentials.kubernetes.admission.problem import FieldProblem


class Severity(StrEnum):
    """How bad it is that the API server accepts this."""

    ERROR = "error"
    """The backup cannot succeed."""

    WARNING = "warning"
    """The backup may succeed, but something about it is not what it looks like."""

    INFO = "info"
    """Worth knowing."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Something that the API server does not refuse; ``code`` is stable."""

    code: str
    severity: Severity
    path: str
    message: str
    way_out: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """``errors`` are the API server's, ``pruned`` the fields that it would drop without a word."""

    errors: tuple[FieldProblem, ...] = ()
    warnings: tuple[Advice, ...] = ()
    pruned: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the API server would take the object."""
        return not self.errors
