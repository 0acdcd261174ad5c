"""Wrong settings of a storage account and its container: change, setting, words."""

from typing import Any, Final

from tests.components.azure.stacks import SUBNET_ID

BLOB = "etcdBackup.storage.azureBlob"
COPY = {"storageAccount": "copies1", "location": "northeurope"}
Row = tuple[dict[str, Any], str, str]

ROWS_OF_STORAGE: Final[list[Row]] = [
    ({"storageAccount": "Upper"}, f"{BLOB}.storageAccount", "lower-case"),
    ({"storageAccount": "ab"}, f"{BLOB}.storageAccount", "it has 2 characters"),
    ({"storageAccount": "a" * 25}, f"{BLOB}.storageAccount", "it has 25 characters"),
    ({"storageAccount": "a-b"}, f"{BLOB}.storageAccount", "lower-case letters and digits"),
    ({"storageAccount": None}, f"{BLOB}.storageAccount", "is required"),
    ({"container": "a--b"}, f"{BLOB}.container", "single hyphens"),
    ({"container": "etcd\n"}, f"{BLOB}.container", "lower-case"),
    ({"resourceGroup": "ends."}, f"{BLOB}.resourceGroup", "not ending with a period"),
    ({"resourceGroup": 7}, f"{BLOB}.resourceGroup", "must be a string"),
    ({"location": "West Europe"}, f"{BLOB}.location", "westeurope"),
    ({"subscriptionId": "1"}, f"{BLOB}.subscriptionId", "a GUID"),
    ({"tenantId": "contoso.onmicrosoft.com"}, f"{BLOB}.tenantId", "a GUID"),
    ({"keyPrefix": "/etcd"}, f"{BLOB}.keyPrefix", "must not start with '/'"),
    ({"keyPrefix": "etcd's"}, f"{BLOB}.keyPrefix", "characters a-z"),
    ({"keyPrefix": "a/../b"}, f"{BLOB}.keyPrefix", "'..'"),
    ({"sku": "Premium_LRS"}, f"{BLOB}.sku", "Standard_ZRS"),
    ({"sku": "standard_zrs"}, f"{BLOB}.sku", "choose one of them"),
    ({"minimumTlsVersion": "TLS1_1"}, f"{BLOB}.minimumTlsVersion", "TLS1_2"),
    ({"publicNetworkAccess": "Off"}, f"{BLOB}.publicNetworkAccess", "Disabled"),
    ({"allowSharedKeyAccess": "no"}, f"{BLOB}.allowSharedKeyAccess", "true or false"),
    ({"softDeleteDays": 366}, f"{BLOB}.softDeleteDays", "365"),
    ({"softDeleteDays": -1}, f"{BLOB}.softDeleteDays", "must be at least 0"),
    ({"softDeleteDays": "7"}, f"{BLOB}.softDeleteDays", "a whole number"),
    ({"retentionDays": 0}, f"{BLOB}.retentionDays", "must be at least 1"),
    ({"retentionDays": True}, f"{BLOB}.retentionDays", "a whole number"),
    ({"pointInTimeRestoreDays": 14}, f"{BLOB}.pointInTimeRestoreDays", "at least 15"),
    (
        {"pointInTimeRestoreDays": 1, "softDeleteDays": 0},
        f"{BLOB}.pointInTimeRestoreDays",
        "softDeleteDays, which is 0",
    ),
    (
        {"pointInTimeRestoreDays": 7, "versioning": False},
        f"{BLOB}.pointInTimeRestoreDays",
        "needs versioning",
    ),
    (
        {"pointInTimeRestoreDays": 7, "immutability": {"days": 1}},
        f"{BLOB}.pointInTimeRestoreDays",
        "be combined with immutability",
    ),
    (
        {"immutability": {"days": 1}, "versioning": False},
        f"{BLOB}.immutability",
        "needs versioning",
    ),
    ({"allowedCopyScope": "Everybody"}, f"{BLOB}.allowedCopyScope", "PrivateLink"),
    ({"allowedCopyScope": "PrivateLink"}, f"{BLOB}.allowedCopyScope", "needs a private endpoint"),
    ({"sasPolicy": {}}, f"{BLOB}.sasPolicy.hours", "is required"),
    ({"sasPolicy": {"hours": 0}}, f"{BLOB}.sasPolicy.hours", "must be at least 1"),
    ({"sasPolicy": {"hours": 2400}}, f"{BLOB}.sasPolicy.hours", "2399"),
    ({"sasPolicy": {"hours": 1, "action": "Deny"}}, f"{BLOB}.sasPolicy.action", "Block"),
    ({"keyExpirationDays": 0}, f"{BLOB}.keyExpirationDays", "must be at least 1"),
    ({"containerImmutability": {}}, f"{BLOB}.containerImmutability.days", "is required"),
    (
        {"containerImmutability": {"days": 1}, "versioning": False},
        f"{BLOB}.containerImmutability",
        "needs versioning",
    ),
    (
        {"containerImmutability": {"days": 1}, "immutability": {"days": 1}},
        f"{BLOB}.containerImmutability",
        "azureBlob.immutability",
    ),
    (
        {"containerImmutability": {"days": 1}, "pointInTimeRestoreDays": 7},
        f"{BLOB}.containerImmutability",
        "pointInTimeRestoreDays",
    ),
    (
        {"containerImmutability": {"days": 1}, "replication": COPY},
        f"{BLOB}.containerImmutability",
        "azureBlob.replication",
    ),
    (
        {"containerImmutability": {"days": 1}, "protect": False, "deleteSnapshots": True},
        f"{BLOB}.containerImmutability",
        "azureBlob.deleteSnapshots",
    ),
    (
        {"containerImmutability": {"days": 30}, "retentionDays": 29},
        f"{BLOB}.retentionDays",
        "at least containerImmutability.days, which is 30",
    ),
    (
        {"existing": True, "containerImmutability": {"days": 30}},
        f"{BLOB}.containerImmutability",
        "the container exists",
    ),
    ({"existing": True, "sasPolicy": {"hours": 1}}, f"{BLOB}.sasPolicy", "the account exists"),
    ({"immutability": {}}, f"{BLOB}.immutability.days", "is required"),
    ({"immutability": {"days": 0}}, f"{BLOB}.immutability.days", "must be at least 1"),
    ({"immutability": {"days": 1, "state": "On"}}, f"{BLOB}.immutability.state", "Locked"),
    (
        {"immutability": {"days": 30}, "retentionDays": 29},
        f"{BLOB}.retentionDays",
        "at least immutability.days, which is 30",
    ),
    ({"replication": {}}, f"{BLOB}.replication.storageAccount", "is required"),
    ({"replication": "copies1"}, f"{BLOB}.replication", "a group of settings"),
    ({"replication": {"storageAccount": "copies1"}}, f"{BLOB}.replication.location", "required"),
    (
        {"replication": {"storageAccount": "Copies", "location": "northeurope"}},
        f"{BLOB}.replication.storageAccount",
        "lower-case",
    ),
    (
        {"replication": {"storageAccount": "snapshots1", "location": "northeurope"}},
        f"{BLOB}.replication.storageAccount",
        "is the account itself",
    ),
    (
        {"replication": {"storageAccount": "copies1", "location": "westeurope"}},
        f"{BLOB}.replication.location",
        "so an outage would affect both",
    ),
    (
        {"replication": {"storageAccount": "copies1", "location": "North Europe"}},
        f"{BLOB}.replication.location",
        "westeurope",
    ),
    (
        {"replication": COPY | {"resourceGroup": "b"}},
        f"{BLOB}.replication.resourceGroup",
        "existing account",
    ),
    ({"replication": COPY | {"existing": True}}, f"{BLOB}.replication.location", "no effect"),
    (
        {"replication": {"storageAccount": "copies1", "existing": True, "sku": "Standard_LRS"}},
        f"{BLOB}.replication.sku",
        "no effect",
    ),
    (
        {"replication": {"storageAccount": "copies1", "existing": True, "retentionDays": 400}},
        f"{BLOB}.replication.retentionDays",
        "no effect",
    ),
    (
        {"replication": COPY | {"retentionDays": 1.5}},
        f"{BLOB}.replication.retentionDays",
        "whole number",
    ),
    ({"replication": COPY | {"sku": "LRS"}}, f"{BLOB}.replication.sku", "Standard_ZRS"),
    ({"replication": COPY | {"container": "a--b"}}, f"{BLOB}.replication.container", "hyphens"),
    ({"replication": COPY | {"prefix": "a"}}, f"{BLOB}.replication.prefix", "is not a setting"),
    ({"replication": COPY, "versioning": False}, f"{BLOB}.replication", "needs versioning"),
    ({"replication": COPY, "immutability": {"days": 1}}, f"{BLOB}.replication", "immutability"),
    (
        {"replication": COPY | {"restore": True}},
        f"{BLOB}.replication.restore",
        "needs etcdBackup.credentials.restore",
    ),
    ({"replication": COPY | {"networkRules": {}}}, f"{BLOB}.replication.networkRules", "nobody"),
    (
        {
            "replication": {
                "storageAccount": "copies1",
                "existing": True,
                "networkRules": {"subnetIds": [SUBNET_ID]},
            }
        },
        f"{BLOB}.replication.networkRules",
        "no effect",
    ),
]
