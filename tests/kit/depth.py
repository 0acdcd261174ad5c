"""How much of what has no end is tried: ``EXAMPLES=200 make test`` tries twenty times as much."""

import os
from typing import Final

EXAMPLES: Final = int(os.environ.get("EXAMPLES", "10"))
"""Examples of a property; properties with a large space multiply it."""

SEED: Final = os.environ.get("SEED", "")
"""Stands before the name that seeds a test of hostile values or files: another one, others."""
