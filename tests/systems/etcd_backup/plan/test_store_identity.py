"""What an update writes into the state about its store, for the comparison of the next one."""

import pytest

from openshift_credentials.systems.etcd_backup.plan import plan_of
from tests.kit.trees import AWS, AZURE, Tree, changed, load

BUCKET = {"s3.bucket": "snapshots", "s3.region": "us-east-1", "s3.accountId": "123456789012", "keeping": "protected"}
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
}


@pytest.mark.parametrize(
    ("tree", "group", "identity"),
    [
        (AWS, {}, BUCKET),
        (AWS, {"existing": True}, {}),
        (AWS, {"retainOnDestroy": True}, {**BUCKET, "keeping": "left-behind"}),
        (AZURE, {}, {**NAMES, **ACCOUNT, "keeping": "protected"}),
        (AZURE, {"existing": True}, {}),
        (AZURE, {"existingAccount": True}, {**NAMES, "keeping": "protected"}),
        (
            AZURE,
            {"infrastructureEncryption": False, "immutability": {"days": 7}, "retainOnDestroy": True},
            {
                **NAMES,
                "azureBlob.location": "westeurope",
                "azureBlob.infrastructureEncryption": "false",
                "azureBlob.immutability": "set",
                "keeping": "left-behind",
            },
        ),
        (
            AZURE,
            {"protect": False, "deleteSnapshots": True},
            {**NAMES, **ACCOUNT, "deleteSnapshots": "true", "keeping": "deleted"},
        ),
    ],
)
def test_the_words_in_the_state_stay_those_that_earlier_updates_wrote(
    tree: Tree, group: Tree, identity: dict[str, str]
) -> None:
    kind = "s3" if tree is AWS else "azureBlob"
    place = {**tree["storage"][kind], **group}
    assert plan_of(load(changed(tree, **{f"storage__{kind}": place}))).store_identity == identity
