"""Nodes of a schema, and its validation rules.

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
    """A rule on one string, checked only if the whole object has the right structure."""

    @property
    def message(self) -> str:
        """The message if the rule does not hold."""
        ...

    def holds(self, text: str, /) -> bool:
        """Whether the rule holds for ``text``."""
        ...


@dataclass(frozen=True, slots=True)
class Matches:
    """The whole text matches the pattern."""

    pattern: str
    message: str

    def holds(self, text: str, /) -> bool:
        """Whether the rule holds for ``text``."""
        return re.fullmatch(self.pattern, text) is not None


@dataclass(frozen=True, slots=True)
class Lacks:
    """The text does not contain the part."""

    part: str
    message: str

    def holds(self, text: str, /) -> bool:
        """Whether the rule holds for ``text``."""
        return self.part not in text


@dataclass(frozen=True, slots=True)
class ExactlyWith:
    """The member is set with this storage type and with no other."""

    storage_type: str
    member: str

    @property
    def message(self) -> str:
        """The message if the rule does not hold."""
        return (
            f"{self.member} configuration is required when storageType is {self.storage_type}, "
            "and forbidden otherwise"
        )

    def holds(self, storage: Mapping[str, object]) -> bool:
        """Whether the rule holds for ``storage``."""
        return (storage["storageType"] == self.storage_type) == (self.member in storage)


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """A rule on one value. Access to a missing member or item fails the rule."""

    message: str
    holds: Callable[[T], bool]


@dataclass(frozen=True, slots=True)
class Transition:
    """A rule on the old and the new value of an update."""

    message: str
    holds: Callable[[Members, Members], bool]


@dataclass(frozen=True, slots=True)
class Text:
    """A string; ``immutable`` is the message if an update changes it.

    ``pattern`` belongs to the schema and is checked before the ``checks``. ``fillable``: an empty
    string can still be replaced.
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
    """A part without known rules, which is not checked."""

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
    """An object; ``kept`` maps members that an update must not remove to their messages."""

    properties: Mapping[str, "Node"]
    required: tuple[str, ...] = ()
    checks: tuple[ExactlyWith | Rule[Members], ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict[str, str])
    transitions: tuple[Transition, ...] = ()
    minimum: int = 0
    immutable: str | None = None
    default: Mapping[str, object] | None = None


Node = Text | Integer | Boolean | Anything | Array | Object
