"""Numbers as people write them: a count with its noun, and an age."""

from typing import Final

_UNITS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def quantity(number: int, singular: str, plural: str | None = None) -> str:
    """``1 role``, ``2 roles``; thousands have a separator. ``plural`` is for other than ``s``."""
    noun = singular if number == 1 else plural or f"{singular}s"
    return f"{number:,} {noun}"


def age(seconds: int) -> str:
    """The age in the largest unit of which there are two, such as ``47 hours`` or ``2 days``."""
    for name, length in _UNITS:
        if seconds >= 2 * length or length == 1:
            return quantity(seconds // length, name)
    raise AssertionError
