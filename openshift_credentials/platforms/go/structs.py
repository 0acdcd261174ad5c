"""JSON objects as Kubernetes decodes them strictly into Go structs, with pydantic.

Names are case-sensitive, unknown names are errors, and ``null`` is an absent value.

Source: sigs.k8s.io/json ``UnmarshalStrict``; kubernetes/apimachinery ``metav1.Duration``.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainValidator, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from .time import parse_go_duration

_IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_REASONS: Final = {
    "extra_forbidden": "is an unknown field",
    "string_type": "must be text; put it in quotation marks",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a mapping",
    "model_type": "must be a mapping",
}


class GoStruct(BaseModel):
    """A Go struct that was decoded strictly."""

    model_config = ConfigDict(
        alias_generator=to_camel, extra="forbid", frozen=True, hide_input_in_errors=True, strict=True
    )


def zero(value: object) -> BeforeValidator:
    """Annotation: ``value`` replaces ``null``."""
    return BeforeValidator(lambda given: value if given is None else given)


def _duration(value: object) -> int | None:
    if value is None:
        return None
    nanoseconds = parse_go_duration(value) if isinstance(value, str) else None
    if nanoseconds is None:
        raise PydanticCustomError("duration", "must be a duration of Go, such as 12h or 1h30m")
    return nanoseconds


Text = Annotated[str, zero("")]
Texts = Annotated[list[Text], zero([])]
Nanoseconds = Annotated[int | None, PlainValidator(_duration)]


def reasons(error: ValidationError) -> Iterator[str]:
    """One line per problem, with the path of the field; values are never quoted."""
    for detail in error.errors(include_input=False, include_url=False, include_context=False):
        reason = _REASONS.get(detail["type"], detail["msg"])
        yield f"{_path(detail['loc'])} {reason}"


def _path(location: tuple[int | str, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{_name(part)}" for part in location)
    return text.removeprefix(".") or "the document"


def _name(part: str) -> str:
    return part if _IDENTIFIER.fullmatch(part) else "(a name that is not an identifier)"
