"""Settings of an account: its private endpoint, tiers of old snapshots, and the inventory."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.azure.access_tiers import AccessTier
from openshift_credentials.stack.base import Follows, Settings
from openshift_credentials.stack.texts import AzureLocation, BlobContainerName, SubnetId


class PrivateEndpoint(Settings):
    """An address of the account within a virtual network, and its name there."""

    subnet_id: SubnetId = Field(
        description="Resource ID of the subnet of the endpoint. The management cluster must be "
        "able to reach it."
    )
    location: AzureLocation | None = Field(
        default=None,
        description="Location of the virtual network. Default: the location of the account.",
    )
    dns_zone_id: Annotated[str, Follows(azure_rules.PRIVATE_DNS_ZONE_ID)] | None = Field(
        default=None,
        description="Resource ID of an existing private DNS zone "
        "`privatelink.blob.core.windows.net` that is already linked to the network. "
        "Default: the stack creates and links the zone. Azure links a network to only "
        "one zone of this name.",
    )


class AzureTransition(Settings):
    """An access tier to which snapshots move."""

    tier: AccessTier = Field(
        strict=False,
        description="`Cool` or `Cold`. `Archive` is not available, because a HostedCluster must "
        "be able to read its snapshot at once.",
    )
    after_days: int = Field(
        default=0, ge=0, le=36_500, description="Days after which a snapshot moves."
    )


class InventorySchedule(StrEnum):
    """How often Azure writes the list."""

    DAILY = "daily"
    WEEKLY = "weekly"


class BlobInventory(Settings):
    """A regular list of all snapshots and their versions."""

    container: BlobContainerName = Field(
        default="inventory",
        description=("Container of the lists. The stack creates it in the same account."),
    )
    frequency: InventorySchedule = Field(
        default=InventorySchedule.DAILY, strict=False, description="`daily` or `weekly`."
    )
