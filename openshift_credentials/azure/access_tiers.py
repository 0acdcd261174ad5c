"""Access tiers of blobs that are read at once, and how long Azure charges for them.

Source: Azure Storage documentation, "Access tiers for blob data" (early deletion).
"""

from enum import StrEnum
from typing import assert_never


class AccessTier(StrEnum):
    """A tier for blobs that are seldom read."""

    COOL = "Cool"
    COLD = "Cold"

    @property
    def charged_days(self) -> int:
        """Days that Azure charges for, also for a blob that is deleted sooner."""
        match self:
            case AccessTier.COOL:
                return 30
            case AccessTier.COLD:
                return 90
            case _:
                assert_never(self)
