"""Wrong settings of OADP and its backup storage location: change, setting, words."""

from typing import Any

Tree = dict[str, Any]

NIGHTLY: Tree = {
    "name": "nightly",
    "schedule": "H 2 * * *",
    "hostedClusters": ["shop/prod", "bank/prod"],
}
AWS: Tree = {
    "cluster": {"name": "mc", "oidcIssuer": "https://oidc.example.com/abc"},
    "storage": {
        "storageType": "S3",
        "s3": {"bucket": "snapshots", "region": "us-east-1", "accountId": "123456789012"},
    },
    "oadp": {"enabled": True, "secretName": "cloud-credentials", "schedules": [NIGHTLY]},
}
AZURE: Tree = {
    **AWS,
    "oadp": {"enabled": True, "schedules": [NIGHTLY]},
    "storage": {
        "storageType": "AzureBlob",
        "azureBlob": {
            "storageAccount": "snapshots",
            "container": "snapshots",
            "resourceGroup": "rg",
            "location": "westeurope",
            "subscriptionId": "11111111-2222-3333-4444-555555555555",
            "tenantId": "66666666-7777-8888-9999-000000000000",
        },
    },
}
BACKUPS = [{"hostedCluster": "shop/prod", "trigger": "1"}]


LOCATION = "etcdBackup.oadp.backupStorageLocation"

ROWS_OF_LOCATION: list[tuple[str, Tree, Tree, str, str]] = [
    ("not a group", AWS, {"oadp": "yes"}, "etcdBackup.oadp", "group of settings"),
    (
        "text for a switch",
        AWS,
        {"etcdBackup.oadp.enabled": "true"},
        "etcdBackup.oadp.enabled",
        "true or false",
    ),
    (
        "misspelt key",
        AWS,
        {"etcdBackup.oadp.schedule": []},
        "etcdBackup.oadp.schedule",
        "did you mean schedules?",
    ),
    (
        "schedules while off",
        AWS,
        {"etcdBackup.oadp.enabled": False},
        "etcdBackup.oadp.schedules",
        "etcdBackup.oadp.enabled is true",
    ),
    (
        "schedules no list",
        AWS,
        {"etcdBackup.oadp.schedules": {"a": 1}},
        "etcdBackup.oadp.schedules",
        "a list",
    ),
    ("location name", AWS, {f"{LOCATION}.name": "My_Loc"}, f"{LOCATION}.name", "lower-case"),
    ("long location", AWS, {f"{LOCATION}.name": "a" * 64}, f"{LOCATION}.name", "64 characters"),
    ("slash at end", AWS, {f"{LOCATION}.prefix": "velero/"}, f"{LOCATION}.prefix", "end with '/'"),
    ("slash at start", AWS, {f"{LOCATION}.prefix": "/v"}, f"{LOCATION}.prefix", "start with '/'"),
    ("empty part", AWS, {f"{LOCATION}.prefix": "a//b"}, f"{LOCATION}.prefix", "'//'"),
    ("dots in prefix", AWS, {f"{LOCATION}.prefix": "a/../b"}, f"{LOCATION}.prefix", "'..'"),
    ("space in prefix", AWS, {f"{LOCATION}.prefix": "a b"}, f"{LOCATION}.prefix", "characters"),
    ("Azure prefix", AZURE, {f"{LOCATION}.prefix": "a(b"}, f"{LOCATION}.prefix", "a-z A-Z 0-9 /"),
    ("default no switch", AWS, {f"{LOCATION}.default": 1}, f"{LOCATION}.default", "true or false"),
    ("unnamed", AWS, {f"{LOCATION}": {"existing": True, "prefix": "v"}}, f"{LOCATION}.name", "req"),
    (
        "no prefix",
        AWS,
        {f"{LOCATION}": {"existing": True, "name": "l"}},
        f"{LOCATION}.prefix",
        "req",
    ),
    (
        "default of an existing one",
        AWS,
        {LOCATION: {"existing": True, "name": "l", "prefix": "v", "default": True}},
        f"{LOCATION}.default",
        "does not change",
    ),
    (
        "whole bucket is Velero's",
        AWS,
        {f"{LOCATION}.prefix": "", "backups": BACKUPS},
        "etcdBackup.storage.s3.keyPrefix",
        "the whole bucket",
    ),
    (
        "same prefix",
        AWS,
        {f"{LOCATION}.prefix": "etcd-backups", "backups": BACKUPS},
        "etcdBackup.storage.s3.keyPrefix",
        "Velero's own tree",
    ),
    (
        "prefix below Velero's",
        AWS,
        {"etcdBackup.storage.s3.keyPrefix": "velero/etcd", "backups": BACKUPS},
        "etcdBackup.storage.s3.keyPrefix",
        "Velero's own tree",
    ),
    (
        "Velero below the snapshots",
        AZURE,
        {f"{LOCATION}.prefix": "etcd-backups/velero", "backups": BACKUPS},
        "etcdBackup.storage.azureBlob.keyPrefix",
        "contains Velero's own tree",
    ),
    (
        "prefix of one backup",
        AWS,
        {"backups": [{**BACKUPS[0], "keyPrefix": "velero/backups/x"}]},
        "etcdBackup.backups[0].keyPrefix",
        "Velero's own tree",
    ),
    (
        "one Secret for two",
        AWS,
        {"cluster.oadpNamespace": "hypershift", "backups": BACKUPS},
        "etcdBackup.credentials.secretName",
        "OADP's source Secret",
    ),
    (
        "mode out of reach",
        AZURE,
        {"etcdBackup.credentials.mode": "azure-client-secret"},
        "etcdBackup.credentials.mode",
        "cannot be reached through OADP",
    ),
]
