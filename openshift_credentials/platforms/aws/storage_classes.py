"""Storage classes of S3 with immediate access, and their minimum ages.

Source: Amazon S3 User Guide, "Transitioning objects using Amazon S3 Lifecycle" (no transition to
``STANDARD_IA`` before 30 days) and "Understanding and managing Amazon S3 storage classes" (minimum
storage durations).
"""

from enum import StrEnum
from typing import assert_never


class StorageClass(StrEnum):
    """A class for objects that are rarely read."""

    STANDARD_IA = "STANDARD_IA"
    GLACIER_IR = "GLACIER_IR"

    @property
    def earliest_days(self) -> int:
        """Minimum age of an object before S3 moves it to the class."""
        match self:
            case StorageClass.STANDARD_IA:
                return 30
            case StorageClass.GLACIER_IR:
                return 0
            case _:
                assert_never(self)

    @property
    def charged_days(self) -> int:
        """Days that AWS charges for, even if an object is deleted earlier."""
        match self:
            case StorageClass.STANDARD_IA:
                return 30
            case StorageClass.GLACIER_IR:
                return 90
            case _:
                assert_never(self)
