"""Settings that shape a storage account which the stack makes."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from openshift_credentials.azure import text_rules as azure_rules
from openshift_credentials.etcd_backup.settings.azure_upkeep import (
    AzureTransition,
    BlobInventory,
    PrivateEndpoint,
)
from openshift_credentials.stack.base import Follows, Settings


class Redundancy(StrEnum):
    """``sku``: how often and where Azure stores every blob."""

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


class NetworkRules(Settings):
    """Who may reach the account; everybody else is denied."""

    subnet_ids: tuple[Annotated[str, Follows(azure_rules.SUBNET_ID)], ...] = Field(
        default=(),
        strict=False,
        max_length=400,
        description="Resource IDs of subnets, such as that of the management cluster's nodes; "
        "each needs the service endpoint `Microsoft.Storage`.",
    )
    addresses: tuple[Annotated[str, Follows(azure_rules.PUBLIC_ADDRESS)], ...] = Field(
        default=(),
        strict=False,
        max_length=400,
        description="Public IPv4 addresses or ranges. Azure does not apply them to requests "
        "from the account's own region: name the subnet there.",
    )
    trust_azure_services: bool = Field(
        default=True, description="Let Azure's own trusted services pass, such as its logging."
    )


class Immutability(Settings):
    """Time for which no blob can be changed or deleted, by anybody."""

    days: int = Field(ge=1, le=146_000, description="Days from the creation of a blob.")
    state: ImmutabilityState = Field(
        default=ImmutabilityState.UNLOCKED,
        strict=False,
        description="`Locked` can never be undone or shortened, by nobody; try it `Unlocked`.",
    )


class CustomerManagedKey(Settings):
    """A key in a key vault that encrypts the whole account."""

    key_vault_id: Annotated[str, Follows(azure_rules.KEY_VAULT_ID)] = Field(
        description="Resource ID of the vault; it needs RBAC authorization, soft delete and "
        "purge protection."
    )
    key_name: Annotated[str, Follows(azure_rules.KEY_NAME)] = Field(description="Name of the key.")
    key_version: Annotated[str, Follows(azure_rules.KEY_VERSION)] | None = Field(
        default=None, description="Version of the key. Default: Azure follows the newest."
    )
    identity_name: Annotated[str, Follows(azure_rules.AZURE_IDENTITY_NAME)] | None = Field(
        default=None,
        description="Name of the identity with which the account reads the key. Default: "
        "`<storageAccount>-key`.",
    )


class Diagnostics(Settings):
    """Where the log of every read, write and deletion of a blob goes; at least one place."""

    workspace_id: Annotated[str, Follows(azure_rules.WORKSPACE_ID)] | None = Field(
        default=None, description="Resource ID of a Log Analytics workspace."
    )
    storage_account_id: Annotated[str, Follows(azure_rules.STORAGE_ACCOUNT_ID)] | None = Field(
        default=None, description="Resource ID of another storage account."
    )


class Replication(Settings):
    """A second storage account, to which Azure copies every snapshot (object replication)."""

    storage_account: Annotated[str, Follows(azure_rules.STORAGE_ACCOUNT)] = Field(
        description="Name of the second account, in the same subscription."
    )
    location: Annotated[str, Follows(azure_rules.AZURE_LOCATION)] | None = Field(
        default=None, description="Location of the second account. Required unless it exists."
    )
    container: Annotated[str, Follows(azure_rules.BLOB_CONTAINER)] | None = Field(
        default=None, description="Container of the copies. Default: the name of the first one."
    )
    resource_group: Annotated[str, Follows(azure_rules.AZURE_RESOURCE_GROUP)] | None = Field(
        default=None,
        description="Resource group of an existing second account. Default: that of the first.",
    )
    existing: bool = Field(
        default=False,
        description="The second account and its container exist, with versions kept, and are "
        "not changed.",
    )
    sku: Redundancy = Field(
        default=Redundancy.LRS, strict=False, description="Redundancy of the second account."
    )
    network_rules: NetworkRules | None = Field(
        default=None,
        description="Who may reach the second account. Default: nobody but Azure itself.",
    )
    restore: bool = Field(
        default=False,
        description="Let the identity read the copies too, so that OADP can restore from them. "
        "Needs `credentials.restore`.",
    )


class AzureAccount(Settings):
    """What a storage account is made with; nothing of it has an effect on an existing one."""

    sku: Redundancy = Field(
        default=Redundancy.ZRS, strict=False, description="Redundancy of the account."
    )
    minimum_tls_version: MinimumTlsVersion = Field(
        default=MinimumTlsVersion.TLS1_2,
        strict=False,
        description="Lowest TLS version of a request. `TLS1_3` only where Azure offers it as a "
        "minimum; with `TLS1_2` both sides still agree on 1.3 where both can.",
    )
    public_network_access: PublicNetworkAccess = Field(
        default=PublicNetworkAccess.ENABLED,
        strict=False,
        description="Whether the public endpoint exists. Without it the management cluster "
        "needs `privateEndpoint`.",
    )
    private_endpoint: PrivateEndpoint | None = Field(
        default=None,
        description="An address of the account in a virtual network, with its name in private "
        "DNS. Default: none.",
    )
    network_rules: NetworkRules | None = Field(
        default=None,
        description="Who may reach the account. Default: every network; the identity is "
        "asked for in any case.",
    )
    allow_shared_key_access: bool = Field(
        default=False,
        description="Accept account keys. Only for a BackupStorageLocation without `useAAD`.",
    )
    infrastructure_encryption: bool = Field(
        default=True, description="Encrypt twice, with two keys; cannot be changed later."
    )
    soft_delete_days: int = Field(
        default=14,
        ge=0,
        le=365,
        description="Days in which a deleted blob or container can be restored; 0 for none.",
    )
    versioning: bool = Field(default=True, description="Keep earlier versions of a blob.")
    point_in_time_restore_days: int | None = Field(
        default=None,
        ge=1,
        le=364,
        description="Days to which all blobs can be restored. Needs `versioning` and more "
        "`softDeleteDays` than this; not together with `immutability`.",
    )
    immutability: Immutability | None = Field(
        default=None,
        description="Make every blob immutable for a time. Not for a container that is a "
        "BackupStorageLocation too, whose metadata Velero rewrites. Needs `versioning`; "
        "cannot be taken from an account later.",
    )
    replication: Replication | None = Field(
        default=None,
        description="A second account to which Azure copies every snapshot. Needs `versioning`; "
        "not together with `immutability`.",
    )
    retention_days: int | None = Field(
        default=None,
        ge=1,
        le=36_500,
        description="Delete snapshots below `keyPrefix` after so many days. Default: never, "
        "and nobody else deletes them.",
    )
    transition: AzureTransition | None = Field(
        default=None,
        description="A cooler tier for older snapshots below `keyPrefix`. Default: none.",
    )
    inventory: BlobInventory | None = Field(
        default=None, description="A regular list of all snapshots. Default: none."
    )
    customer_managed_key: CustomerManagedKey | None = Field(
        default=None,
        description="Key of your own for the account. Default: a key that Microsoft manages.",
    )
    diagnostics: Diagnostics | None = Field(
        default=None, description="Where logs of the blob service go. Default: nowhere."
    )
    lock: bool = Field(
        default=False,
        description="Add a lock that forbids everybody to delete the account; it also keeps "
        "role assignments in it from being deleted, so unlock before replacing the identity.",
    )
