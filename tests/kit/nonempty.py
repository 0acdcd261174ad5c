"""Loops that must find something to check."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def nonempty(items: Iterable[T]) -> list[T]:
    """The items; fails if there are none, so that a loop over them cannot pass without a check."""
    found = list(items)
    assert found, "there is nothing to check"
    return found
