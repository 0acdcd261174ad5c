"""Groups of settings of :class:`AzureBlobStorage`, and their values."""

from openshift_credentials.platforms.azure.names import AzureCloud
from openshift_credentials.systems.etcd_backup.settings.storage import (
    CustomerManagedKey,
    Immutability,
    ImmutabilityState,
    Redundancy,
)

__all__ = ["AzureCloud", "CustomerManagedKey", "Immutability", "ImmutabilityState", "Redundancy"]
