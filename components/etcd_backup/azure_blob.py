"""Groups of settings of :class:`AzureBlobStorage`, and their values."""

from openshift_credentials.platforms.azure.access_tiers import AccessTier
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.systems.etcd_backup.settings.azure_access import (
    AllowedCopyScope,
    ContainerImmutability,
    NetworkRules,
    ResourceAccess,
    SasAction,
    SasPolicy,
)
from openshift_credentials.systems.etcd_backup.settings.azure_groups import (
    CustomerManagedKey,
    Diagnostics,
    Immutability,
    ImmutabilityState,
    MinimumTlsVersion,
    PrivateEndpoint,
    PublicNetworkAccess,
    Redundancy,
    Replication,
)
from openshift_credentials.systems.etcd_backup.settings.azure_upkeep import (
    AzureTransition,
    BlobInventory,
    InventorySchedule,
)

__all__ = [
    "AccessTier",
    "AllowedCopyScope",
    "AzureCloud",
    "AzureTransition",
    "BlobInventory",
    "ContainerImmutability",
    "CustomerManagedKey",
    "Diagnostics",
    "Immutability",
    "ImmutabilityState",
    "InventorySchedule",
    "MinimumTlsVersion",
    "NetworkRules",
    "PrivateEndpoint",
    "PublicNetworkAccess",
    "Redundancy",
    "Replication",
    "ResourceAccess",
    "SasAction",
    "SasPolicy",
]
