"""Wrong credentials for Azure: change, setting, words."""

from typing import Final

from tests.components.azure.stacks import CLIENT, PRINCIPAL, SUBSCRIPTION, VAULT_ID
from tests.platforms.azure.managed_identity.bundles import file
from tests.systems.etcd_backup.settings.wrong_azure_storage import Row

SECRET_MODE: Final = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "s~ecret"}
WORKSPACE_ID: Final = VAULT_ID.replace("KeyVault/vaults", "OperationalInsights/workspaces")


ROLE_ID: Final = (
    f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/{CLIENT}"
)

ROWS_OF_CREDENTIALS: Final[list[Row]] = [
    ({"roleDefinitionId": CLIENT}, "etcdBackup.credentials.roleDefinitionId", "a role definition"),
    (
        {"roleDefinitionId": ROLE_ID, "customRole": True},
        "etcdBackup.credentials.customRole",
        "roleDefinitionId names the role",
    ),
    (
        {"roleDefinitionId": ROLE_ID, "customRole": False},
        "etcdBackup.credentials.customRole",
        "roleDefinitionId names the role",
    ),
    ({"identityName": "ab"}, "etcdBackup.credentials.identityName", "3 to 128"),
    (
        {"identityName": "-abc"},
        "etcdBackup.credentials.identityName",
        "starting with a letter or digit",
    ),
    (
        {"identityResourceGroup": "a."},
        "etcdBackup.credentials.identityResourceGroup",
        "not ending with a period",
    ),
    ({"roleName": "r"}, "etcdBackup.credentials.roleName", "storageType is AzureBlob"),
    ({"mode": "aws-sts"}, "etcdBackup.credentials.mode", "azure-workload-identity"),
    ({"mode": "workload-identity"}, "etcdBackup.credentials.mode", "choose one of them"),
    ({"clientId": CLIENT}, "etcdBackup.credentials.clientId", "set existingIdentity to true"),
    (
        {"principalId": PRINCIPAL},
        "etcdBackup.credentials.principalId",
        "set existingIdentity to true",
    ),
    ({"existingIdentity": True}, "etcdBackup.credentials.identityName", "existingIdentity is true"),
    ({"existingIdentity": True}, "etcdBackup.credentials.clientId", "existingIdentity is true"),
    ({"existingIdentity": True}, "etcdBackup.credentials.principalId", "existingIdentity is true"),
    (
        {"existingIdentity": True, "identityName": "abc", "clientId": "x", "principalId": CLIENT},
        "etcdBackup.credentials.clientId",
        "a GUID",
    ),
    (
        {
            "existingIdentity": True,
            "identityName": "abc",
            "clientId": CLIENT,
            "principalId": CLIENT.upper(),
        },
        "etcdBackup.credentials.principalId",
        "is the client ID",
    ),
    (
        {"clientSecret": "MarkerOfASecret"},
        "etcdBackup.credentials.clientSecret",
        "set etcdBackup.credentials.mode to",
    ),
    (
        {"managedIdentityDocument": "{}"},
        "etcdBackup.credentials.managedIdentityDocument",
        "no effect",
    ),
    (
        {"mode": "azure-client-secret", "clientSecret": "MarkerOfASecret"},
        "etcdBackup.credentials.clientId",
        "is required in mode",
    ),
    (
        {"mode": "azure-client-secret", "managedIdentityDocument": "{}"},
        "etcdBackup.credentials.clientSecret",
        "is required in mode",
    ),
    (
        {**SECRET_MODE, "clientSecret": "Marker of a secret"},
        "etcdBackup.credentials.clientSecret",
        "white space",
    ),
    (
        {**SECRET_MODE, "clientSecret": ""},
        "etcdBackup.credentials.clientSecret",
        "it has 0 characters",
    ),
    (
        {**SECRET_MODE, "clientSecret": 12345},
        "etcdBackup.credentials.clientSecret",
        "must be a string",
    ),
    (
        {**SECRET_MODE, "identityName": "abc"},
        "etcdBackup.credentials.identityName",
        "no effect in mode",
    ),
    (
        {**SECRET_MODE, "serviceAccounts": ["a/b"]},
        "etcdBackup.credentials.serviceAccounts",
        "no effect",
    ),
    (
        {**SECRET_MODE, "annotateServiceAccount": True},
        "etcdBackup.credentials.annotateServiceAccount",
        "no effect in mode azure-client-secret",
    ),
    (
        {"mode": "azure-managed-identity", "clientSecret": "MarkerOfASecret"},
        "etcdBackup.credentials.managedIdentityDocument",
        "is required",
    ),
    (
        {"mode": "azure-managed-identity", "managedIdentityDocument": "{}"},
        "etcdBackup.credentials.managedIdentityDocument",
        "member client_secret is required",
    ),
    (
        {
            "mode": "azure-managed-identity",
            "managedIdentityDocument": file(tenant_id=SUBSCRIPTION, not_after=None).decode(),
        },
        "etcdBackup.credentials.managedIdentityDocument",
        "member tenant_id must be the tenant",
    ),
    (
        {"serviceAccounts": ["velero"]},
        "etcdBackup.credentials.serviceAccounts[0]",
        "namespace/name",
    ),
    (
        {"serviceAccounts": [f"team/account-{number}" for number in range(20)]},
        "etcdBackup.credentials.serviceAccounts",
        "results in 21 federated credentials",
    ),
    ({"serviceAccounts": ["a/*"]}, "etcdBackup.credentials.serviceAccounts[0]", "contains a *"),
    ({"settleSeconds": 901}, "etcdBackup.credentials.settleSeconds", "900"),
    ({"customRole": "yes"}, "etcdBackup.credentials.customRole", "true or false"),
    ({"encryptionKeyURL": "x"}, "etcdBackup.credentials.encryptionKeyURL", "cannot be used"),
    ({"clientID": CLIENT}, "etcdBackup.credentials.clientID", "did you mean clientId?"),
]
