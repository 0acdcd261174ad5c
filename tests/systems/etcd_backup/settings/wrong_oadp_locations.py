"""Wrong settings of OADP and its backup storage location: change, setting, words."""

from typing import Any

from tests.kit.tables import read_rows

Tree = dict[str, Any]

NIGHTLY: Tree = {"name": "nightly", "schedule": "H 2 * * *", "hostedClusters": ["shop/prod", "bank/prod"]}
AWS: Tree = {
    "cluster": {"name": "mc", "oidcIssuer": "https://oidc.example.com/abc"},
    "storage": {"storageType": "S3", "s3": {"bucket": "snapshots", "region": "us-east-1", "accountId": "123456789012"}},
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

ROWS_OF_LOCATION: list[tuple[str, Tree, Tree, str, str]] = read_rows(
    __file__, "wrong_oadp_locations.json", {"AWS": AWS, "AZURE": AZURE}
)
ROWS_OF_SCHEDULE: list[tuple[str, Tree, Tree, str, str]] = read_rows(
    __file__, "wrong_oadp_schedules.json", {"AWS": AWS}
)
