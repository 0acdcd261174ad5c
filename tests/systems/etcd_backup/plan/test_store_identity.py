"""What an update writes into the state about its store, for the comparison of the next one."""

import pytest

from openshift_credentials.systems.etcd_backup.plan.store import store_identity
from tests.kit.trees import AWS, AZURE, Tree, changed, load

WORKSPACE = (
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/logs/providers"
    "/Microsoft.OperationalInsights/workspaces/logs"
)
BUCKET = {
    "s3.bucket": "snapshots",
    "s3.region": "us-east-1",
    "s3.accountId": "123456789012",
    "keeping": "protected",
}
NAMES = {
    "azureBlob.storageAccount": "snapshots",
    "azureBlob.container": "etcd-snapshots",
    "azureBlob.resourceGroup": "backup",
    "azureBlob.subscriptionId": "11111111-2222-3333-4444-555555555555",
}
ACCOUNT = {
    "azureBlob.location": "westeurope",
    "azureBlob.infrastructureEncryption": "true",
    "azureBlob.immutability": "not set",
    "azureBlob.lock": "false",
    "azureBlob.sharedContainer": "false",
    "azureBlob.diagnostics": "not set",
    "azureBlob.inventory": "not set",
}
CONTAINER = {"azureBlob.encryptionScope": "", "azureBlob.containerImmutability": "not set"}
COPIED_BLOBS = {"storageAccount": "copies", "location": "northeurope"}


@pytest.mark.parametrize(
    ("tree", "group", "identity"),
    [
        (AWS, {}, BUCKET),
        (AWS, {"existing": True}, {}),
        (AWS, {"retainOnDestroy": True}, {**BUCKET, "keeping": "left-behind"}),
        (
            AWS,
            {"replication": {"bucket": "copies", "region": "eu-west-1"}},
            {**BUCKET, "s3.replication.bucket": "copies", "s3.replication.region": "eu-west-1"},
        ),
        (
            AWS,
            {"replication": {"bucket": "copies", "region": "eu-west-1", "existing": True}},
            BUCKET,
        ),
        (AZURE, {}, {**NAMES, **ACCOUNT, **CONTAINER, "keeping": "protected"}),
        (AZURE, {"existing": True}, {}),
        (AZURE, {"existingAccount": True}, {**NAMES, **CONTAINER, "keeping": "protected"}),
        (
            AZURE,
            {
                "infrastructureEncryption": False,
                "immutability": {"days": 7},
                "lock": True,
                "sharedContainer": True,
                "diagnostics": {"workspaceId": WORKSPACE},
                "inventory": {"frequency": "daily"},
                "encryptionScope": "own",
                "retainOnDestroy": True,
            },
            {
                **NAMES,
                "azureBlob.location": "westeurope",
                "azureBlob.infrastructureEncryption": "false",
                "azureBlob.immutability": "set",
                "azureBlob.lock": "true",
                "azureBlob.sharedContainer": "true",
                "azureBlob.diagnostics": "set",
                "azureBlob.inventory": "set",
                "azureBlob.encryptionScope": "own",
                "azureBlob.containerImmutability": "not set",
                "keeping": "left-behind",
            },
        ),
        (
            AZURE,
            {"replication": COPIED_BLOBS, "protect": False, "deleteSnapshots": True},
            {
                **NAMES,
                **ACCOUNT,
                **CONTAINER,
                "azureBlob.replication.storageAccount": "copies",
                "azureBlob.replication.location": "northeurope",
                "deleteSnapshots": "true",
                "keeping": "deleted",
            },
        ),
    ],
)
def test_the_words_in_the_state_stay_those_that_earlier_updates_wrote(
    tree: Tree, group: Tree, identity: dict[str, str]
) -> None:
    kind = "s3" if tree is AWS else "azureBlob"
    place = {**tree["storage"][kind], **group}
    assert store_identity(load(changed(tree, **{f"storage__{kind}": place}))) == identity
