"""The rule for a single text: what it may look like, why, and an example that passes.

A rule speaks for itself in an error message and in the reference of settings, so that the
check, the message and the documentation cannot drift apart.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_PYTHON_ONLY: Final = re.compile(r"\(\?[P#(a-zA-Z-]|\\[AZwdsWDSbBN]|[*+?}]\+|\(\?>")
"""Syntax that ECMA 262 does not have, and classes that have more members in Python."""


@dataclass(frozen=True, slots=True)
class TextRule:
    """What a text must be.

    ``description`` completes the sentence "must be ..."; ``example`` satisfies the rule. Lengths
    count characters. ``also`` refuses what the pattern cannot express and says why.
    """

    description: str
    pattern: re.Pattern[str]
    example: str
    minimum: int = 1
    maximum: int = 1024
    also: Callable[[str], str | None] = lambda _: None

    def problem(self, value: str) -> str | None:
        """Why ``value`` breaks the rule, or ``None``."""
        if not self.minimum <= len(value) <= self.maximum:
            return f"must be {self.description}; it has {len(value)} characters"
        if not self.pattern.fullmatch(value):
            return f"must be {self.description}"
        return self.also(value)

    @property
    def json_schema(self) -> dict[str, object]:
        """The rule in JSON Schema, as far as that can express it: ``also`` is not in it.

        A pattern that ECMA 262 would read in another way than Python is left out.
        """
        found: dict[str, object] = {
            "minLength": self.minimum,
            "maxLength": self.maximum,
            "examples": [self.example],
        }
        source = self.pattern.pattern
        if self.pattern.flags == re.UNICODE and not _PYTHON_ONLY.search(source):
            found["pattern"] = f"^(?:{source})$"
        return found


FILE: Final = TextRule(
    "the path of a file, without control characters",
    re.compile(r"[^\x00-\x1f\x7f]+"),
    "hosted-clusters.csv",
)
DIRECTORY: Final = TextRule(
    "the path of a directory, without control characters",
    re.compile(r"[^\x00-\x1f\x7f]+"),
    "manifests",
)
