"""What a check of an HCPEtcdBackup says."""

from dataclasses import dataclass

from openshift_credentials.notices import Notice


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One reason to refuse an object; ``path`` as the API server writes it, empty for the whole."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


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
