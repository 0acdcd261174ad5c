"""Outputs whose value an offline preview cannot know."""

from typing import TypeVar, cast

import pulumi
from pulumi.output import UNKNOWN

T = TypeVar("T")


def unknown_output(_like: T) -> pulumi.Output[T]:
    """An unknown output of the type of ``_like``, like one that a cloud assigns.

    For values that are encrypted in the stack file: a real engine passes them in plain text, an
    offline preview cannot.
    """
    return cast("pulumi.Output[T]", pulumi.Output.from_input(UNKNOWN))
