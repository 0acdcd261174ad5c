"""How much is tried, and in which time frames."""

import os
from typing import Final

import pytest

# Both time frames of Pulumi, for a test that says what holds in each.

FRAMES = pytest.mark.parametrize("preview", [True, False], ids=["preview", "update"])


# How much of what has no end is tried: ``EXAMPLES=200 make test`` tries twenty times as much.

EXAMPLES: Final = int(os.environ.get("EXAMPLES", "10"))
"""Examples of a property; properties with a large space multiply it."""

SEED: Final = os.environ.get("SEED", "")
"""Stands before the name that seeds a test of hostile values or files: another one, others."""
