"""Settings of a stack on Azure that are just right, and the smallest change that is not."""

from typing import Any, Final

import pytest

from tests.components.azure.stacks import CLIENT, PRINCIPAL, SUBNET_ID, SUBSCRIPTION, tree
from tests.kit.trees import paths

BLOB: Final = "etcdBackup.storage.azureBlob"
CREDENTIALS: Final = "etcdBackup.credentials"
NETWORK: Final = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/backup/providers"
ZONE: Final = f"{NETWORK}/Microsoft.Network/privateDnsZones/privatelink.blob.core.windows.net"
VAULT: Final = f"{NETWORK}/Microsoft.KeyVault/vaults/keys-1"
LOGS: Final = f"{NETWORK}/Microsoft.Storage/storageAccounts/logs"
COPY: Final = {"storageAccount": "copies1", "location": "northeurope"}
ENDPOINT: Final = {"subnetId": SUBNET_ID}
SAME_NETWORK: Final = {"subnetId": SUBNET_ID.replace("subnets/nodes", "subnets/others")}
OTHER_NETWORK: Final = {"subnetId": SUBNET_ID.replace("management", "other")}
CLOSED: Final = {"publicNetworkAccess": "Disabled"}
ADDRESSES: Final = {"addresses": ["20.1.2.3"]}
KEY: Final = {"keyVaultId": VAULT, "keyName": "etcd", "create": True}

PAIRS: Final[list[tuple[dict[str, Any], dict[str, Any], str]]] = [
    (
        {"immutability": {"days": 30}, "retentionDays": 30},
        {"immutability": {"days": 31}},
        "retentionDays",
    ),
    (
        {"containerImmutability": {"days": 30}, "retentionDays": 30},
        {"retentionDays": 29},
        "retentionDays",
    ),
    (
        {"pointInTimeRestoreDays": 7, "softDeleteDays": 8},
        {"softDeleteDays": 7},
        "pointInTimeRestoreDays",
    ),
    (
        {"transition": {"tier": "Cool", "afterDays": 5}, "retentionDays": 35},
        {"retentionDays": 34},
        "retentionDays",
    ),
    ({"transition": {"tier": "Cool", "afterDays": 5}}, {"retentionDays": 6}, "retentionDays"),
    ({"transition": {"tier": "Cool", "afterDays": 5}}, {"retentionDays": 4}, "retentionDays"),
    ({"networkRules": ADDRESSES}, {"networkRules": {}}, "networkRules"),
    ({"networkRules": {"subnetIds": [SUBNET_ID]}}, CLOSED, "networkRules"),
    ({"networkRules": {}, "privateEndpoint": ENDPOINT}, {"privateEndpoint": None}, "networkRules"),
    (
        {"allowedCopyScope": "PrivateLink", "privateEndpoint": ENDPOINT},
        {"privateEndpoint": None},
        "allowedCopyScope",
    ),
    (
        {"privateEndpoint": {**ENDPOINT, "dnsZoneId": ZONE}},
        {"privateEndpoint": {**ENDPOINT, "dnsZoneId": f"{ZONE}.cn"}},
        "privateEndpoint.dnsZoneId",
    ),
    (
        {"privateEndpoint": ENDPOINT, "replication": {**COPY, "privateEndpoint": SAME_NETWORK}},
        {"replication": {**COPY, "privateEndpoint": OTHER_NETWORK}},
        "replication.privateEndpoint.dnsZoneId",
    ),
    (
        {
            "privateEndpoint": {**ENDPOINT, "dnsZoneId": ZONE},
            "replication": {**COPY, "privateEndpoint": OTHER_NETWORK},
        },
        {"privateEndpoint": ENDPOINT},
        "replication.privateEndpoint.dnsZoneId",
    ),
    (
        {
            "privateEndpoint": ENDPOINT,
            "replication": {**COPY, "privateEndpoint": {**OTHER_NETWORK, "dnsZoneId": ZONE}},
        },
        {"replication": {**COPY, "privateEndpoint": OTHER_NETWORK}},
        "replication.privateEndpoint.dnsZoneId",
    ),
    (
        {"privateEndpoint": {**ENDPOINT, "location": "northeurope"}},
        {"privateEndpoint": {**ENDPOINT, "location": "northeurop"}},
        "privateEndpoint.location",
    ),
    (
        {"replication": {**COPY, "networkRules": ADDRESSES}},
        {**CLOSED, "privateEndpoint": ENDPOINT},
        "replication.networkRules",
    ),
    (
        {"diagnostics": {"storageAccountId": LOGS}},
        {"diagnostics": {"storageAccountId": LOGS.replace("logs", "snapshots1")}},
        "diagnostics.storageAccountId",
    ),
    ({"diagnostics": {"storageAccountId": LOGS}}, {"diagnostics": {}}, "diagnostics"),
    (
        {"inventory": {"container": "lists"}},
        {"inventory": {"container": "etcd"}},
        "inventory.container",
    ),
    (
        {"customerManagedKey": KEY},
        {"customerManagedKey": {**KEY, "keyVersion": "1" * 32}},
        "customerManagedKey.keyVersion",
    ),
    (
        {"customerManagedKey": KEY},
        {"customerManagedKey": {**KEY, "keyVaultId": VAULT.replace("/backup/", "/other/")}},
        "customerManagedKey.keyVaultId",
    ),
    ({"protect": True}, {"protect": False}, "protect"),
    ({"protect": False, "deleteSnapshots": True}, {"protect": True}, "deleteSnapshots"),
    ({"protect": False, "deleteSnapshots": True}, {"retainOnDestroy": True}, "deleteSnapshots"),
    ({"protect": False, "retainOnDestroy": True}, {"retainOnDestroy": False}, "protect"),
    ({"existing": True}, {"existing": True, "deleteSnapshots": True}, "deleteSnapshots"),
    (
        {"location": "moon1", "allowUnknownLocation": True},
        {"allowUnknownLocation": None},
        "location",
    ),
    (
        {"cloud": "AzureChinaCloud", "location": "chinanorth3", "allowUnsupportedCloud": True},
        {"allowUnsupportedCloud": None},
        "cloud",
    ),
]


def found(blob: dict[str, Any], credentials: dict[str, Any] | None = None) -> list[str]:
    given = {name: value for name, value in blob.items() if value is not None}
    return paths(tree(given, credentials))


@pytest.mark.parametrize(("right", "change", "setting"), PAIRS)
def test_one_change_of_an_account_is_one_too_many(
    right: dict[str, Any], change: dict[str, Any], setting: str
) -> None:
    assert found(right) == []
    assert found({**right, **change}) == [f"{BLOB}.{setting}"]


ADOPTED: Final = {
    "existingIdentity": True,
    "identityName": "shared",
    "clientId": CLIENT,
    "principalId": PRINCIPAL,
}
ACCOUNTS: Final = [f"team/account-{number}" for number in range(20)]


@pytest.mark.parametrize(
    ("right", "change", "settings"),
    [
        ({"serviceAccounts": ACCOUNTS[:19]}, {"serviceAccounts": ACCOUNTS}, ["serviceAccounts"]),
        (
            {"serviceAccounts": ACCOUNTS[:18], "restore": True},
            {"serviceAccounts": ACCOUNTS[:19]},
            ["serviceAccounts"],
        ),
        (ADOPTED, {"identityName": None}, ["identityName"]),
        (ADOPTED, {"clientId": None}, ["clientId"]),
        (ADOPTED, {"principalId": None}, ["principalId"]),
        (ADOPTED, {"principalId": CLIENT.upper()}, ["principalId"]),
        (ADOPTED, {"existingIdentity": False}, ["clientId", "principalId"]),
    ],
)
def test_one_change_of_an_identity_is_one_too_many(
    right: dict[str, Any], change: dict[str, Any], settings: list[str]
) -> None:
    assert found({}, right) == []
    wrong = {key: value for key, value in {**right, **change}.items() if value is not None}
    assert found({}, wrong) == [f"{CREDENTIALS}.{name}" for name in settings]
