"""Wrong credentials for Azure: change, setting, words."""

from typing import Final

from tests.components.azure.stacks import CLIENT, SUBSCRIPTION
from tests.kit.tables import read_rows
from tests.platforms.azure.managed_identity.bundles import file
from tests.systems.etcd_backup.settings.wrong_azure_storage import Row

SECRET_MODE: Final = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "s~ecret"}


ROWS_OF_CREDENTIALS: Final[list[Row]] = [
    *read_rows(__file__, "wrong_azure_credentials.json"),
    (
        {
            "mode": "azure-managed-identity",
            "managedIdentityDocument": file(tenant_id=SUBSCRIPTION, not_after=None).decode(),
        },
        "etcdBackup.credentials.managedIdentityDocument",
        "member tenant_id must be the tenant",
    ),
]
