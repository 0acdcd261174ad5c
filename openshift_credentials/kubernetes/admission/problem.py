"""One reason of the API server to reject an object."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Type of problem, as in the causes of the API server's answer."""

    INVALID = "FieldValueInvalid"
    REQUIRED = "FieldValueRequired"
    NOT_SUPPORTED = "FieldValueNotSupported"
    TOO_LONG = "FieldValueTooLong"
    TOO_MANY = "FieldValueTooMany"
    WRONG_TYPE = "FieldValueTypeInvalid"
    DUPLICATE = "FieldValueDuplicate"


BLOCKING = frozenset(
    (
        Reason.REQUIRED,
        Reason.NOT_SUPPORTED,
        Reason.TOO_LONG,
        Reason.TOO_MANY,
        Reason.WRONG_TYPE,
    )
)
"""Problems that prevent the API server from checking the validation rules."""


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One reason to reject an object; ``path`` is the API server's, empty for the whole object."""

    path: str
    message: str
    reason: Reason = Reason.INVALID

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message
