"""What an import keeps of resources on Azure: every property of the provider but the names.

The provider reads each of them at an import, also those that the program leaves out, and the engine
refuses an import with any difference. Azure keeps what a later update leaves out, and refreshes
inputs with outputs (pulumi-azure-native ``provider/pkg/provider/provider.go``), so that nothing is
written back.
"""

from typing import Final

ACCOUNT: Final = (
    "accessTier",
    "allowBlobPublicAccess",
    "allowCrossTenantReplication",
    "allowSharedKeyAccess",
    "allowedCopyScope",
    "azureFilesIdentityBasedAuthentication",
    "customDomain",
    "defaultToOAuthAuthentication",
    "dnsEndpointType",
    "enableExtendedGroups",
    "enableHttpsTrafficOnly",
    "enableNfsV3",
    "encryption",
    "extendedLocation",
    "identity",
    "immutableStorageWithVersioning",
    "isHnsEnabled",
    "isLocalUserEnabled",
    "isSftpEnabled",
    "keyPolicy",
    "kind",
    "largeFileSharesState",
    "location",
    "minimumTlsVersion",
    "networkRuleSet",
    "publicNetworkAccess",
    "routingPreference",
    "sasPolicy",
    "sku",
    "tags",
)
BLOB_SERVICE: Final = (
    "automaticSnapshotPolicyEnabled",
    "changeFeed",
    "containerDeleteRetentionPolicy",
    "cors",
    "defaultServiceVersion",
    "deleteRetentionPolicy",
    "isVersioningEnabled",
    "lastAccessTimeTrackingPolicy",
    "restorePolicy",
)
CONTAINER: Final = (
    "defaultEncryptionScope",
    "denyEncryptionScopeOverride",
    "enableNfsV3AllSquash",
    "enableNfsV3RootSquash",
    "immutableStorageWithVersioning",
    "metadata",
    "publicAccess",
)
BLOB: Final = ("accessTier", "contentMd5", "contentType", "metadata", "source", "type")
MANAGEMENT_POLICY: Final = ("policy",)
RESOURCE_GROUP: Final = ("location", "managedBy", "tags")
