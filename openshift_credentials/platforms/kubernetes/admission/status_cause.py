"""One cause of a refusal, as the API server lists it in its answer.

Source: kubernetes/apimachinery ``pkg/apis/meta/v1/types.go``, StatusCause.
"""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Kind of problem, as the API server names it in the causes of its answer."""

    INVALID = "FieldValueInvalid"
    REQUIRED = "FieldValueRequired"
    NOT_SUPPORTED = "FieldValueNotSupported"
    TOO_LONG = "FieldValueTooLong"
    TOO_MANY = "FieldValueTooMany"
    WRONG_TYPE = "FieldValueTypeInvalid"
    DUPLICATE = "FieldValueDuplicate"


BLOCKING = frozenset(
    (Reason.REQUIRED, Reason.NOT_SUPPORTED, Reason.TOO_LONG, Reason.TOO_MANY, Reason.WRONG_TYPE)
)
"""Problems that prevent the API server from checking the validation rules."""


@dataclass(frozen=True, slots=True)
class StatusCause:
    """One reason to reject an object; ``path`` is the API server's, empty for the whole object.

    It is not a notice: it must match the answer of a real API server.
    """

    path: str
    message: str
    reason: Reason = Reason.INVALID

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message
