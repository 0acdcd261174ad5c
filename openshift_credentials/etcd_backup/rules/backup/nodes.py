"""What a schema is made of, and the rules beside it.

Source: kubernetes/apiextensions-apiserver, structural schemas and ``x-kubernetes-validations``.
The rules are CEL there: ``matches`` is RE2, whose ``$`` is the very end of the text, so a trailing
newline is refused.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


class TextCheck(Protocol):
    """A rule on one text, looked at only where the whole object has the right shape."""

    @property
    def message(self) -> str:
        """What is said where the rule does not hold."""
        ...

    def holds(self, text: str) -> bool:
        """Whether ``text`` keeps the rule."""
        ...


@dataclass(frozen=True, slots=True)
class Matches:
    """The whole text matches the pattern."""

    pattern: str
    message: str

    def holds(self, text: str) -> bool:
        """Whether ``text`` keeps the rule."""
        return re.fullmatch(self.pattern, text) is not None


@dataclass(frozen=True, slots=True)
class Lacks:
    """The part is nowhere in the text."""

    part: str
    message: str

    def holds(self, text: str) -> bool:
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
class Text:
    """A string; ``immutable`` is what is said when an update changes it."""

    minimum: int = 0
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    checks: tuple[TextCheck, ...] = ()
    immutable: str | None = None


@dataclass(frozen=True, slots=True)
class Array:
    """A list; only the shape of its items is known here."""

    items: "Node"
    immutable: None = None


@dataclass(frozen=True, slots=True)
class Object:
    """An object; ``kept`` names members that an update must not remove, with what is said then."""

    properties: Mapping[str, "Node"]
    required: tuple[str, ...] = ()
    checks: tuple[ExactlyWith, ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict[str, str])
    immutable: str | None = None


Node = Text | Array | Object
