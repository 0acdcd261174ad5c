"""What a check of an HCPEtcdBackup says."""

from dataclasses import dataclass

from openshift_credentials.kubernetes.admission.problem import FieldProblem
from openshift_credentials.notices import Notice


@dataclass(frozen=True, slots=True)
class Verdict:
    """``errors`` are the API server's, ``pruned`` the fields that it would drop without a word."""

    errors: tuple[FieldProblem, ...] = ()
    warnings: tuple[Notice, ...] = ()
    pruned: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the API server would take the object."""
        return not self.errors
