"""Groups of settings of a storage account, and the values that some of them choose from."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.stack.base import Follows, Lax, Settings
from openshift_credentials.stack.texts import (
    AzureLocation,
    BlobContainerName,
    IdentityName,
    ResourceGroupName,
    StorageAccountName,
    SubnetId,
)
from openshift_credentials.systems.etcd_backup.settings.azure_access import NetworkRules


class Redundancy(StrEnum):
    """``sku``: number and place of the copies that Azure stores."""

    LRS = "Standard_LRS"
    ZRS = "Standard_ZRS"
    GRS = "Standard_GRS"
    RAGRS = "Standard_RAGRS"
    GZRS = "Standard_GZRS"
    RAGZRS = "Standard_RAGZRS"

    @property
    def has_zones(self) -> bool:
        """Whether copies are spread over the availability zones of the location."""
        return self.value.endswith("ZRS")


class PublicNetworkAccess(StrEnum):
    """``publicNetworkAccess`` of the account."""

    ENABLED = "Enabled"
    DISABLED = "Disabled"
    SECURED_BY_PERIMETER = "SecuredByPerimeter"


class MinimumTlsVersion(StrEnum):
    """``minimumTlsVersion`` of the account."""

    TLS1_2 = "TLS1_2"
    TLS1_3 = "TLS1_3"


class ImmutabilityState(StrEnum):
    """``state`` of the account's immutability policy."""

    UNLOCKED = "Unlocked"
    LOCKED = "Locked"


class Immutability(Settings):
    """Time for which no blob can be changed or deleted, by anybody."""

    days: int = Field(ge=1, le=146_000)
    """Days since the creation of a blob."""
    state: Lax[ImmutabilityState] = ImmutabilityState.UNLOCKED
    """`Unlocked` or `Locked`. Nobody can ever remove or shorten a locked policy, so test with
    `Unlocked` first.
    """


class CustomerManagedKey(Settings):
    """A key in a key vault that encrypts the whole account."""

    create: bool = False
    """Create vault and key under the names in `keyVaultId` and `keyName`, in the resource group of
    the account. They are kept as long as the account.
    """
    key_vault_id: Annotated[str, Follows(azure_rules.KEY_VAULT_ID)]
    """Resource ID of the vault. It needs Azure RBAC, soft delete and purge protection."""
    key_name: Annotated[str, Follows(azure_rules.KEY_NAME)]
    """Name of the key."""
    key_version: Annotated[str, Follows(azure_rules.KEY_VERSION)] | None = None
    """Version of the key. Default: the newest version."""
    identity_name: IdentityName | None = None
    """Name of the identity with which the account reads the key. Default: `<storageAccount>-key`.
    """


class Diagnostics(Settings):
    """Destination of the log of every read, write and deletion of a blob; at least one."""

    workspace_id: Annotated[str, Follows(azure_rules.WORKSPACE_ID)] | None = None
    """Resource ID of a Log Analytics workspace."""
    storage_account_id: Annotated[str, Follows(azure_rules.STORAGE_ACCOUNT_ID)] | None = None
    """Resource ID of another storage account."""


class PrivateEndpoint(Settings):
    """An address of an account within a virtual network, and its name there."""

    subnet_id: SubnetId
    """Resource ID of the subnet of the endpoint. The management cluster must be able to reach it.
    """
    location: AzureLocation | None = None
    """Location of the virtual network. Default: the location of the account."""
    dns_zone_id: Annotated[str, Follows(azure_rules.PRIVATE_DNS_ZONE_ID)] | None = None
    """Resource ID of an existing private DNS zone `privatelink.blob.core.windows.net` that is
    already linked to the network. Default: the stack creates and links the zone. Azure links a
    network to only one zone of this name.
    """


class Replication(Settings):
    """A second storage account, to which Azure copies every snapshot (object replication)."""

    storage_account: StorageAccountName
    """Name of the second account, in the same subscription."""
    location: AzureLocation | None = None
    """Location of the second account. Required unless it exists."""
    container: BlobContainerName | None = None
    """Container of the copies. Default: the name of the first container."""
    resource_group: ResourceGroupName | None = None
    """Resource group of an existing second account. Default: the resource group of the first
    account.
    """
    existing: bool = False
    """The second account and its container exist, with versioning enabled. The stack does not
    change them.
    """
    sku: Lax[Redundancy] = Redundancy.LRS
    """Redundancy of the second account."""
    network_rules: NetworkRules | None = None
    """Networks that can reach the second account. Default: none; only Azure itself can reach it."""
    private_endpoint: PrivateEndpoint | None = None
    """Private endpoint of the second account. Default: none. Without `dnsZoneId`, it uses the zone
    of the first account's endpoint.
    """
    retention_days: int | None = Field(default=None, ge=1, le=36_500)
    """Delete copies of snapshots after this number of days. No deletion in the first account
    deletes a copy. Default: never.
    """
    restore: bool = False
    """Allow the identity to read the copies, so that OADP can restore from them. Needs
    `credentials.restore`.
    """
