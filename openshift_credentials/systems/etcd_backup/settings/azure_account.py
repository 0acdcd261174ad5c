"""Settings of a storage account that the stack creates."""

from pydantic import Field

from openshift_credentials.stack.base import Lax, Settings
from openshift_credentials.systems.etcd_backup.settings.azure_access import (
    AllowedCopyScope,
    NetworkRules,
    SasPolicy,
)
from openshift_credentials.systems.etcd_backup.settings.azure_groups import (
    CustomerManagedKey,
    Diagnostics,
    Immutability,
    MinimumTlsVersion,
    PrivateEndpoint,
    PublicNetworkAccess,
    Redundancy,
    Replication,
)
from openshift_credentials.systems.etcd_backup.settings.azure_upkeep import (
    AzureTransition,
    BlobInventory,
)


class AzureAccount(Settings):
    """Properties of a new storage account, without effect on an existing one."""

    sku: Lax[Redundancy] = Redundancy.ZRS
    """Redundancy of the account."""
    minimum_tls_version: Lax[MinimumTlsVersion] = MinimumTlsVersion.TLS1_2
    """Minimum TLS version of a request. Use `TLS1_3` only where Azure supports it as a minimum.
    With `TLS1_2`, client and server still use 1.3 if both support it.
    """
    public_network_access: Lax[PublicNetworkAccess] = PublicNetworkAccess.ENABLED
    """Enable the public endpoint. Without it, the management cluster needs `privateEndpoint`."""
    private_endpoint: PrivateEndpoint | None = None
    """Private endpoint of the account in a virtual network, with a private DNS zone. Default: none.
    """
    network_rules: NetworkRules | None = None
    """Networks that can reach the account. Default: all networks. A request always needs an
    authorized identity.
    """
    allow_shared_key_access: bool = False
    """Accept account keys. Needed only for a BackupStorageLocation without `useAAD`."""
    allowed_copy_scope: Lax[AllowedCopyScope | None] = None
    """Accounts to which blobs can be copied: those of the same tenant (`AAD`), or those with a
    private endpoint in the same virtual network (`PrivateLink`). Default: all.
    """
    sas_policy: SasPolicy | None = None
    """How long a shared access signature may be valid. Default: no limit."""
    key_expiration_days: int | None = Field(default=None, ge=1, le=36_500)
    """Days after which Azure reports that an account key should be rotated. Default: never."""
    infrastructure_encryption: bool = True
    """Encrypt twice, with two keys. Cannot be changed later."""
    soft_delete_days: int = Field(default=14, ge=0, le=365)
    """Days for which a deleted blob or container can be restored. 0 disables soft delete."""
    versioning: bool = True
    """Keep earlier versions of a blob."""
    point_in_time_restore_days: int | None = Field(default=None, ge=1, le=364)
    """Number of past days to which all blobs can be restored. Needs `versioning` and a greater
    `softDeleteDays`. Cannot be combined with `immutability`.
    """
    immutability: Immutability | None = None
    """Make every blob immutable for some days. Do not use it for the container of a
    BackupStorageLocation, because Velero rewrites its metadata. Needs `versioning`. Cannot be
    removed from an account later.
    """
    replication: Replication | None = None
    """A second account to which Azure copies every snapshot. Needs `versioning`. Cannot be combined
    with `immutability`.
    """
    retention_days: int | None = Field(default=None, ge=1, le=36_500)
    """Delete snapshots under `keyPrefix` after this number of days. The operator never deletes
    snapshots. Default: never.
    """
    transition: AzureTransition | None = None
    """Cooler access tier for older snapshots under `keyPrefix`. Default: none."""
    inventory: BlobInventory | None = None
    """A regular list of all snapshots. Default: none."""
    customer_managed_key: CustomerManagedKey | None = None
    """Customer-managed key of the account. Default: a key that Microsoft manages."""
    diagnostics: Diagnostics | None = None
    """Destination of the blob service's logs. Default: none."""
    lock: bool = False
    """Add a lock that prevents the deletion of the account, and of the second account of
    `replication`. It also prevents the deletion of role assignments in them, so remove the lock
    before you replace the identity.
    """
