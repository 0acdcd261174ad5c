"""Access tiers of blobs with immediate access, and how long Azure charges for them.

Source: Azure Storage documentation, "Access tiers for blob data" (early deletion).
"""

from enum import StrEnum
from typing import assert_never


class AccessTier(StrEnum):
    """A tier for blobs that are rarely read."""

    COOL = "Cool"
    COLD = "Cold"

    @property
    def charged_days(self) -> int:
        """Days that Azure charges for, even if a blob is deleted earlier."""
        match self:
            case AccessTier.COOL:
                return 30
            case AccessTier.COLD:
                return 90
            case _:
                assert_never(self)
