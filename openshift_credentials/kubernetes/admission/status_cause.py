"""One cause of a refusal, as the API server lists it in its answer.

Source: k8s.io/apimachinery ``meta/v1`` StatusCause.
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
    (
        Reason.REQUIRED,
        Reason.NOT_SUPPORTED,
        Reason.TOO_LONG,
        Reason.TOO_MANY,
        Reason.WRONG_TYPE,
    )
)
"""What keeps the API server from looking at the rules beside the schema."""


@dataclass(frozen=True, slots=True)
class StatusCause:
    """One reason to refuse an object; ``path`` as the API server writes it, empty for the whole.

    It is no notice: it has to match the answer of a real API server.
    """

    path: str
    message: str
    reason: Reason = Reason.INVALID

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message
