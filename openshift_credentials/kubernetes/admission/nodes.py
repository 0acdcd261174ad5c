"""What a schema is made of, and the rules beside it.

Source: kubernetes/apiextensions-apiserver, structural schemas and ``x-kubernetes-validations``.
The rules are CEL there: ``matches`` is RE2, whose ``$`` is the very end of the text, so a trailing
newline is refused.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")
Members = Mapping[str, Any]


class TextCheck(Protocol):
    """A rule on one text, looked at only where the whole object has the right shape."""

    @property
    def message(self) -> str:
        """What is said where the rule does not hold."""
        ...

    def holds(self, text: str, /) -> bool:
        """Whether ``text`` keeps the rule."""
        ...


@dataclass(frozen=True, slots=True)
class Matches:
    """The whole text matches the pattern."""

    pattern: str
    message: str

    def holds(self, text: str, /) -> bool:
        """Whether ``text`` keeps the rule."""
        return re.fullmatch(self.pattern, text) is not None


@dataclass(frozen=True, slots=True)
class Lacks:
    """The part is nowhere in the text."""

    part: str
    message: str

    def holds(self, text: str, /) -> bool:
        """Whether ``text`` keeps the rule."""
        return self.part not in text


@dataclass(frozen=True, slots=True)
class ExactlyWith:
    """The member is there with this storage type, and with no other."""

    storage_type: str
    member: str

    @property
    def message(self) -> str:
        """What is said where the rule does not hold."""
        return (
            f"{self.member} configuration is required when storageType is {self.storage_type}, "
            "and forbidden otherwise"
        )

    def holds(self, storage: Mapping[str, object]) -> bool:
        """Whether ``storage`` keeps the rule."""
        return (storage["storageType"] == self.storage_type) == (self.member in storage)


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """A rule on one value. Reaching for a member or item that is not there breaks it."""

    message: str
    holds: Callable[[T], bool]


@dataclass(frozen=True, slots=True)
class Transition:
    """A rule on the old and the new value of an update."""

    message: str
    holds: Callable[[Members, Members], bool]


@dataclass(frozen=True, slots=True)
class Text:
    """A string; ``immutable`` is what is said when an update changes it.

    ``pattern`` belongs to the schema and is looked at before the ``checks`` beside it.
    ``fillable``: an empty text may be replaced all the same.
    """

    minimum: int = 0
    maximum: int | None = None
    pattern: str | None = None
    choices: tuple[str, ...] = ()
    checks: tuple["TextCheck | Rule[str]", ...] = ()
    immutable: str | None = None
    fillable: bool = False
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number."""

    immutable: str | None = None
    default: int | None = None


@dataclass(frozen=True, slots=True)
class Boolean:
    """True or false."""

    immutable: str | None = None
    default: bool | None = None


@dataclass(frozen=True, slots=True)
class Anything:
    """A part whose rules are not known here: it is passed over."""

    immutable: str | None = None
    default: None = None


@dataclass(frozen=True, slots=True)
class Array:
    """A list."""

    items: "Node"
    minimum: int = 0
    maximum: int | None = None
    unique: bool = False
    checks: tuple[Rule[Sequence[object]], ...] = ()
    immutable: str | None = None
    default: None = None


@dataclass(frozen=True, slots=True)
class Object:
    """An object; ``kept`` names members that an update must not remove, with what is said then."""

    properties: Mapping[str, "Node"]
    required: tuple[str, ...] = ()
    checks: tuple[ExactlyWith | Rule[Members], ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict[str, str])
    transitions: tuple[Transition, ...] = ()
    minimum: int = 0
    immutable: str | None = None
    default: Mapping[str, object] | None = None


Node = Text | Integer | Boolean | Anything | Array | Object
