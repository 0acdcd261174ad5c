"""Wrong settings of access, keys and records of a storage account, and of one that exists."""

from typing import Final

from tests.components.azure.stacks import ACCOUNT_ID, SUBNET_ID, SUBSCRIPTION, VAULT_ID
from tests.systems.etcd_backup.settings.wrong_azure_storage import BLOB, Row

ZONE_ID = (
    f"/subscriptions/{SUBSCRIPTION}/resourceGroups/hub/providers/Microsoft.Network"
    "/privateDnsZones/privatelink.blob.core.windows.net"
)
_COPY: Final = {"storageAccount": "copies1", "location": "northeurope"}
_CLOSED: Final = {"publicNetworkAccess": "Disabled", "privateEndpoint": {"subnetId": SUBNET_ID}}
_ELSEWHERE: Final = SUBNET_ID.replace("/management/", "/elsewhere/")

ROWS_OF_NETWORK: Final[list[Row]] = [
    (
        {**_CLOSED, "replication": {**_COPY, "networkRules": {"subnetIds": [SUBNET_ID]}}},
        f"{BLOB}.replication.networkRules",
        "have no effect without the public endpoint",
    ),
    (
        {**_CLOSED, "replication": {**_COPY, "privateEndpoint": {"subnetId": _ELSEWHERE}}},
        f"{BLOB}.replication.privateEndpoint.dnsZoneId",
        "another virtual network",
    ),
    (
        {
            "replication": {
                **_COPY,
                "privateEndpoint": {"subnetId": SUBNET_ID, "location": "narnia"},
            }
        },
        f"{BLOB}.replication.privateEndpoint.location",
        "is not a known location",
    ),
    (
        {
            "replication": {
                "storageAccount": "copies1",
                "existing": True,
                "privateEndpoint": {"subnetId": SUBNET_ID},
            }
        },
        f"{BLOB}.replication.privateEndpoint",
        "has no effect",
    ),
    (
        {"networkRules": {"resourceAccess": [{"resourceId": "scanner"}]}},
        f"{BLOB}.networkRules.resourceAccess[0].resourceId",
        "the resource ID of an instance",
    ),
    (
        {"networkRules": {"resourceAccess": [{"resourceId": ACCOUNT_ID}]}},
        f"{BLOB}.networkRules",
        "no upload is possible",
    ),
    ({"protect": False}, f"{BLOB}.protect", "with every snapshot in it"),
    ({"deleteSnapshots": True}, f"{BLOB}.deleteSnapshots", "set protect to false"),
    (
        {"deleteSnapshots": True, "retainOnDestroy": True},
        f"{BLOB}.deleteSnapshots",
        "contradicts retainOnDestroy",
    ),
    (
        {"deleteSnapshots": True, "existing": True},
        f"{BLOB}.deleteSnapshots",
        "has no effect: the container exists",
    ),
    ({"privateEndpoint": {}}, f"{BLOB}.privateEndpoint.subnetId", "is required"),
    ({"privateEndpoint": SUBNET_ID}, f"{BLOB}.privateEndpoint", "a group of settings"),
    ({"privateEndpoint": {"subnetId": VAULT_ID}}, f"{BLOB}.privateEndpoint.subnetId", "a subnet"),
    (
        {"privateEndpoint": {"subnetId": SUBNET_ID, "location": "narnia"}},
        f"{BLOB}.privateEndpoint.location",
        "is not a known location",
    ),
    (
        {"privateEndpoint": {"subnetId": SUBNET_ID, "dnsZoneId": ZONE_ID.replace("blob", "file")}},
        f"{BLOB}.privateEndpoint.dnsZoneId",
        "privatelink.blob.core.windows.net",
    ),
    (
        {"privateEndpoint": {"subnetId": SUBNET_ID, "dnsZoneId": "privatelink"}},
        f"{BLOB}.privateEndpoint.dnsZoneId",
        "a private DNS zone",
    ),
    ({"sharedContainer": "yes"}, f"{BLOB}.sharedContainer", "true or false"),
    ({"transition": {}}, f"{BLOB}.transition.tier", "is required"),
    ({"transition": {"tier": "Archive"}}, f"{BLOB}.transition.tier", "Cold"),
    ({"transition": {"tier": "cool"}}, f"{BLOB}.transition.tier", "Cool"),
    (
        {"transition": {"tier": "Cool", "afterDays": -1}},
        f"{BLOB}.transition.afterDays",
        "at least 0",
    ),
    (
        {"transition": {"tier": "Cool"}, "retentionDays": 29},
        f"{BLOB}.retentionDays",
        "set at least 30, or remove transition",
    ),
    (
        {"transition": {"tier": "Cold", "afterDays": 10}, "retentionDays": 99},
        f"{BLOB}.retentionDays",
        "set at least 100",
    ),
    ({"inventory": {"container": "etcd"}}, f"{BLOB}.inventory.container", "of the snapshots"),
    ({"inventory": {"container": "A"}}, f"{BLOB}.inventory.container", "lower-case"),
    ({"inventory": {"frequency": "hourly"}}, f"{BLOB}.inventory.frequency", "weekly"),
    ({"inventory": {"days": 1}}, f"{BLOB}.inventory.days", "is not a setting"),
    ({"networkRules": {}}, f"{BLOB}.networkRules", "no upload is possible"),
    ({"networkRules": [SUBNET_ID]}, f"{BLOB}.networkRules", "a group of settings"),
    (
        {"networkRules": {"addresses": ["10.0.0.1"]}},
        f"{BLOB}.networkRules.addresses[0]",
        "rejects rules for private",
    ),
    (
        {"networkRules": {"addresses": ["20.1.2.3", "20.1.2.3/32"]}},
        f"{BLOB}.networkRules.addresses[1]",
        "single addresses without /31 and /32",
    ),
    (
        {"networkRules": {"addresses": ["20.1.2.3"]}, "publicNetworkAccess": "Disabled"},
        f"{BLOB}.networkRules",
        "without the public endpoint",
    ),
    (
        {"networkRules": {"subnetIds": ["nodes"]}},
        f"{BLOB}.networkRules.subnetIds[0]",
        "resource ID of a subnet",
    ),
    (
        {"networkRules": {"subnetIDs": [SUBNET_ID]}},
        f"{BLOB}.networkRules.subnetIDs",
        "did you mean subnetIds?",
    ),
    (
        {"customerManagedKey": {"keyVaultId": "keys", "keyName": "k"}},
        f"{BLOB}.customerManagedKey.keyVaultId",
        "resource ID of a key vault",
    ),
    (
        {"customerManagedKey": {"keyVaultId": VAULT_ID}},
        f"{BLOB}.customerManagedKey.keyName",
        "is required",
    ),
    (
        {"customerManagedKey": {"keyVaultId": VAULT_ID, "keyName": "k", "keyVersion": "latest"}},
        f"{BLOB}.customerManagedKey.keyVersion",
        "32 hexadecimal digits",
    ),
    ({"encryptionScope": "ab"}, f"{BLOB}.encryptionScope", "3 to 63"),
    ({"diagnostics": {}}, f"{BLOB}.diagnostics", "a workspace or a storage account"),
    (
        {"diagnostics": {"workspaceId": VAULT_ID}},
        f"{BLOB}.diagnostics.workspaceId",
        "Log Analytics workspace",
    ),
    (
        {"diagnostics": {"storageAccountId": ACCOUNT_ID}},
        f"{BLOB}.diagnostics.storageAccountId",
        "must be another account",
    ),
    (
        {"encryptionKeyURL": "https://v.vault.azure.net/keys/k"},
        f"{BLOB}.encryptionKeyURL",
        "customerManagedKey",
    ),
    ({"cloud": "AzureChinaCloud"}, f"{BLOB}.cloud", "allowUnsupportedCloud"),
    (
        {"cloud": "AzureGermanCloud", "allowUnsupportedCloud": True},
        f"{BLOB}.cloud",
        "not known to Pulumi's Azure provider",
    ),
    ({"cloud": "Azure"}, f"{BLOB}.cloud", "AzurePublicCloud"),
    ({"existingContainer": True}, f"{BLOB}.existingContainer", "existingAccount to true"),
    (
        {"existing": True, "existingAccount": False},
        f"{BLOB}.existingContainer",
        "in an account that the stack creates",
    ),
    (
        {"existing": True, "existingResourceGroup": False},
        f"{BLOB}.existingResourceGroup",
        "for an account that exists",
    ),
    ({"existing": True, "sku": "Standard_LRS"}, f"{BLOB}.sku", "the account exists"),
    ({"existingAccount": True, "retentionDays": 3}, f"{BLOB}.retentionDays", "the account exists"),
    ({"existing": True, "encryptionScope": "own"}, f"{BLOB}.encryptionScope", "container exists"),
    ({"tags": {"a/b": "c"}}, f"{BLOB}.tags", "without < > %"),
    ({"tags": {"a": ["b"]}}, f"{BLOB}.tags.a", "must be a string"),
    ({"tags": {"a": "b" * 257}}, f"{BLOB}.tags.a", "at most 256"),
    ({"tags": {str(number): "x" for number in range(51)}}, f"{BLOB}.tags", "50"),
    ({"protected": True}, f"{BLOB}.protected", "did you mean protect?"),
]
