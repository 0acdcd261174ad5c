"""Items of a list that is not known yet."""

from collections.abc import Sequence
from functools import partial

import pulumi


def items_of(texts: pulumi.Output[list[str]], count: int) -> list[pulumi.Output[str]]:
    """The texts of a list whose length is known before its content."""
    return [texts.apply(partial(_at, index)) for index in range(count)]


def _at(index: int, texts: Sequence[str]) -> str:
    return texts[index]
