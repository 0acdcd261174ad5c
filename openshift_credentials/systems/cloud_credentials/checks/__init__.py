"""Rules between the settings of cloud credentials, and what they promise."""

from .branch import branch_problems
from .contents import problems
from .promises import assert_promises

__all__ = ["assert_promises", "branch_problems", "problems"]
