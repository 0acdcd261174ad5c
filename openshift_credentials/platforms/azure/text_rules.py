"""Text rules of Azure."""

import ipaddress
import re
from typing import Final

from openshift_credentials.base.text_rule import TextRule

_GUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_GROUP = rf"/subscriptions/{_GUID}/resourceGroups/[\w().-]*[\w()-]/providers"
_EXAMPLE_GROUP = (
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/network/providers"
)


def _resource_id(what: str, kind: str, name: str, example: str) -> TextRule:
    return TextRule(
        f"the resource ID of {what}",
        re.compile(rf"{_GROUP}/{kind}/{name}", re.IGNORECASE),
        f"{_EXAMPLE_GROUP}/{example}",
    )


def _public_address(value: str) -> str | None:
    try:
        network = ipaddress.IPv4Network(value)
    except ValueError:
        return "must be an IPv4 address or range whose host bits are zero"
    if "/" in value and network.prefixlen > _LONGEST_PREFIX:
        return "must be a range of /30 or wider; write single addresses without /31 and /32"
    if network.prefixlen == 0:
        return "must not allow everybody; remove networkRules for that"
    if not network.is_global or network.is_multicast or network.is_reserved:
        return "must be public: Azure Storage rejects rules for private and reserved addresses"
    return None


_LONGEST_PREFIX: Final = 30


def _tag_name(value: str) -> str | None:
    if value.lower().startswith(_RESERVED_TAG_PREFIXES):
        return "must not start with microsoft, azure or windows, which Azure reserves"
    return None


_RESERVED_TAG_PREFIXES: Final = ("microsoft", "azure", "windows")
"""Azure Resource Manager documentation, "Use tags to organize your Azure resources"."""

RESOURCE_ID: Final = TextRule(
    "the resource ID of an instance of an Azure service, or one that ends with '*' for all "
    "instances",
    re.compile(
        rf"/subscriptions/{_GUID}(?:/resourceGroups/[^/?#%]+)?"
        r"/providers/[A-Za-z0-9.]+(?:/[A-Za-z0-9]+/(?:[\w.()-]+|\*(?=$)))+",
        re.IGNORECASE,
    ),
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/scanners/providers"
    "/Microsoft.Security/datascanners/StorageDataScanner",
    maximum=2_048,
)
"""Microsoft, "Azure Storage firewall rules: resource instances", with ``*`` for all of a type."""

SUBNET_ID: Final = _resource_id(
    "a subnet",
    r"Microsoft\.Network/virtualNetworks",
    r"[\w.-]+/subnets/[\w.-]+",
    "Microsoft.Network/virtualNetworks/management/subnets/nodes",
)
ROLE_DEFINITION_ID: Final = TextRule(
    "the resource ID of a role definition",
    re.compile(
        rf"(?:/subscriptions/{_GUID})?/providers/Microsoft\.Authorization/roleDefinitions/{_GUID}",
        re.IGNORECASE,
    ),
    "/subscriptions/11111111-2222-3333-4444-555555555555/providers/Microsoft.Authorization"
    "/roleDefinitions/99999999-8888-7777-6666-555555555555",
)
KEY_VAULT_ID: Final = _resource_id(
    "a key vault",
    r"Microsoft\.KeyVault/vaults",
    r"(?=[a-zA-Z0-9-]{3,24}\Z)[a-zA-Z](?:-?[a-zA-Z0-9])+",
    "Microsoft.KeyVault/vaults/etcd-backup-keys",
)
WORKSPACE_ID: Final = _resource_id(
    "a Log Analytics workspace",
    r"Microsoft\.OperationalInsights/workspaces",
    r"[a-zA-Z0-9][a-zA-Z0-9-]{2,61}[a-zA-Z0-9]",
    "Microsoft.OperationalInsights/workspaces/audit",
)
ACTION_GROUP_ID: Final = _resource_id(
    "an action group of Azure Monitor",
    r"(?i:Microsoft\.Insights/actionGroups)",
    r"[^/%&?<>:*\\|#]{1,260}",
    "Microsoft.Insights/actionGroups/platform-team",
)
STORAGE_ACCOUNT_ID: Final = _resource_id(
    "a storage account",
    r"Microsoft\.Storage/storageAccounts",
    r"[a-z0-9]{3,24}",
    "Microsoft.Storage/storageAccounts/auditlogs",
)
MANAGEMENT_POLICY_ID: Final = _resource_id(
    "the management policy of a storage account",
    r"Microsoft\.Storage/storageAccounts",
    r"[a-z0-9]{3,24}/managementPolicies/default",
    "Microsoft.Storage/storageAccounts/snapshots/managementPolicies/default",
)
CONTAINER_ID: Final = _resource_id(
    "a blob container",
    r"Microsoft\.Storage/storageAccounts",
    r"[a-z0-9]{3,24}/blobServices/default/containers/[a-z0-9-]{3,63}",
    "Microsoft.Storage/storageAccounts/snapshots/blobServices/default/containers/etcd",
)
IDENTITY_ID: Final = _resource_id(
    "a managed identity",
    r"Microsoft\.ManagedIdentity/userAssignedIdentities",
    r"[\w-]{3,128}",
    "Microsoft.ManagedIdentity/userAssignedIdentities/etcd-backup",
)
PRIVATE_DNS_ZONE_ID: Final = _resource_id(
    "a private DNS zone",
    r"Microsoft\.Network/privateDnsZones",
    r"privatelink\.[a-z0-9.-]+",
    "Microsoft.Network/privateDnsZones/privatelink.blob.core.windows.net",
)
PUBLIC_ADDRESS: Final = TextRule(
    "a public IPv4 address or range",
    re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){3}(/[0-9]{1,2})?"),
    "20.50.60.70",
    maximum=18,
    also=_public_address,
)
KEY_NAME: Final = TextRule(
    "1 to 127 letters, digits and hyphens",
    re.compile(r"[a-zA-Z0-9-]+"),
    "etcd-snapshots",
    maximum=127,
)
KEY_VERSION: Final = TextRule(
    "the 32 hexadecimal digits of a key version",
    re.compile(r"[0-9a-f]{32}"),
    "0123456789abcdef0123456789abcdef",
    minimum=32,
    maximum=32,
)
TAG_NAME: Final = TextRule(
    r"1 to 128 characters without < > % & \ ? / and control characters",
    re.compile(r"[^<>%&\\?/\x00-\x1f\x7f]+"),
    "owner",
    maximum=128,
    also=_tag_name,
)
TAG_VALUE: Final = TextRule(
    "at most 256 characters without control characters",
    re.compile(r"[^\x00-\x1f\x7f]*"),
    "platform-team",
    minimum=0,
    maximum=256,
)
STORAGE_ACCOUNT: Final = TextRule(
    "3 to 24 lower-case letters and digits",
    re.compile(r"[a-z0-9]+"),
    "aroetcdsnapshots",
    minimum=3,
    maximum=24,
)
BLOB_CONTAINER: Final = TextRule(
    "3 to 63 lower-case letters, digits and single hyphens, starting and ending with a letter "
    "or digit",
    re.compile(r"[a-z0-9]+(-[a-z0-9]+)*"),
    "etcd-snapshots",
    minimum=3,
    maximum=63,
)
ENCRYPTION_SCOPE: Final = BLOB_CONTAINER
"""Azure has one rule for the names of both."""
AZURE_RESOURCE_GROUP: Final = TextRule(
    "1 to 90 letters, digits, underscores, parentheses, hyphens and periods, not ending with a "
    "period",
    re.compile(r"[\w().-]*[\w()-]"),
    "aro-etcd-backup",
    maximum=90,
)
AZURE_LOCATION: Final = TextRule(
    "an Azure location in its short form: lower-case letters and digits",
    re.compile(r"[a-z]+[0-9]*"),
    "westeurope",
    maximum=60,
)
AZURE_IDENTITY_NAME: Final = TextRule(
    "3 to 128 letters, digits, hyphens and underscores, starting with a letter or digit",
    re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]+"),
    "etcd-backup-identity",
    minimum=3,
    maximum=128,
)
GUID: Final = TextRule(
    "a GUID",
    re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"),
    "11111111-2222-3333-4444-555555555555",
    minimum=36,
    maximum=36,
)
