"""Settings of an account: tiers of old snapshots, and the inventory."""

from enum import StrEnum

from pydantic import Field

from openshift_credentials.platforms.azure.access_tiers import AccessTier
from openshift_credentials.stack.base import Lax, Settings
from openshift_credentials.stack.texts import BlobContainerName


class AzureTransition(Settings):
    """An access tier to which snapshots move."""

    tier: Lax[AccessTier]
    """`Cool` or `Cold`. `Archive` is not available, because a HostedCluster must be able to read
    its snapshot at once.
    """
    after_days: int = Field(default=0, ge=0, le=36_500)
    """Days after which a snapshot moves."""


class InventorySchedule(StrEnum):
    """How often Azure writes the list."""

    DAILY = "daily"
    WEEKLY = "weekly"


class BlobInventory(Settings):
    """A regular list of all snapshots and their versions."""

    container: BlobContainerName = "inventory"
    """Container of the lists. The stack creates it in the same account."""
    frequency: Lax[InventorySchedule] = InventorySchedule.DAILY
    """`daily` or `weekly`."""
