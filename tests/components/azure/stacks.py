"""Configuration of stacks on Azure, for whole runs of the program."""

from collections.abc import Mapping
from typing import Any, Final

from openshift_credentials.preview.stack_files import StackConfiguration
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.places import REPOSITORY
from tests.kit.trees import backup_settings, config

SUBSCRIPTION: Final = "11111111-2222-3333-4444-555555555555"
TENANT: Final = "66666666-7777-8888-9999-000000000000"
CLIENT: Final = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
PRINCIPAL: Final = "ffffffff-eeee-dddd-cccc-bbbbbbbbbbbb"
ISSUER: Final = "https://oidc.example.com/Mixed-Case/"
ACCOUNT_ID: Final = (
    f"/subscriptions/{SUBSCRIPTION}/resourceGroups/backup/providers/Microsoft.Storage/storageAccounts/snapshots1"
)
CONTAINER_ID: Final = f"{ACCOUNT_ID}/blobServices/default/containers/etcd"
VAULT_ID: Final = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/keys/providers/Microsoft.KeyVault/vaults/keys-1"


def tree(blob: Mapping[str, object] | None = None, credentials: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The configuration tree, with settings over those of a plain stack; ``None`` removes one."""
    azure_blob = {
        "storageAccount": "snapshots1",
        "container": "etcd",
        "resourceGroup": "backup",
        "location": "westeurope",
        "subscriptionId": SUBSCRIPTION,
        "tenantId": TENANT,
        **(blob or {}),
    }
    return {
        "cluster": {"name": "mc", "oidcIssuer": ISSUER},
        "storage": {
            "storageType": "AzureBlob",
            "azureBlob": {name: value for name, value in azure_blob.items() if value is not None},
        },
        "credentials": dict(credentials or {}),
        "backupPolicy": {"wait": False},
        "backups": [{"hostedCluster": "clusters/one", "trigger": "1"}],
    }


def config_of(settings: Mapping[str, object]) -> dict[str, str]:
    """A tree as an engine hands it over."""
    return config(settings)


def stack(
    blob: Mapping[str, object] | None = None, credentials: Mapping[str, object] | None = None, *, secret: bool = True
) -> StackConfiguration:
    """A stack, its credentials encrypted in the stack file unless ``secret`` is false."""
    keys = ("openshift-credentials:etcdBackup",) if secret else ()
    config = config_of(tree(blob, credentials))
    return StackConfiguration("openshift-credentials", "test", REPOSITORY, config, keys)


def settings_of(
    blob: Mapping[str, object] | None = None, credentials: Mapping[str, object] | None = None
) -> EtcdBackupSettings:
    """The settings of such a stack."""
    return backup_settings(config_of(tree(blob, credentials)))


# The built-in role of the identity, and the frames of its tests.

DATA_CONTRIBUTOR = "ba92f5b4-2d11-453d-a403-e96b0029c9fe"
FRAMES = (True, False)
