"""Wrong settings of a stack on Azure: each with the setting and the words that name the way out."""

import copy
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.systems.etcd_backup.settings.azure_account import AzureAccount
from openshift_credentials.systems.etcd_backup.settings.azure_blob import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.credentials import Credentials
from tests.components.azure.stacks import (
    ACCOUNT_ID,
    CLIENT,
    PRINCIPAL,
    SUBNET_ID,
    SUBSCRIPTION,
    VAULT_ID,
    config_of,
    tree,
)
from tests.kit.nonempty import nonempty
from tests.kit.trees import backup_settings, dotted
from tests.platforms.azure.managed_identity.bundles import file

SECRET_MODE: Final = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "s~ecret"}
WORKSPACE_ID: Final = VAULT_ID.replace("KeyVault/vaults", "OperationalInsights/workspaces")

ZONE_ID = (
    f"/subscriptions/{SUBSCRIPTION}/resourceGroups/hub/providers/Microsoft.Network"
    "/privateDnsZones/privatelink.blob.core.windows.net"
)
BLOB = "etcdBackup.storage.azureBlob"
COPY = {"storageAccount": "copies1", "location": "northeurope"}
Row = tuple[dict[str, Any], str, str]

ROWS_OF_BLOB: Final[list[Row]] = [
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
    ({"privateEndpoint": {}}, f"{BLOB}.privateEndpoint.subnetId", "is required"),
    ({"privateEndpoint": SUBNET_ID}, f"{BLOB}.privateEndpoint", "a group of settings"),
    (
        {"privateEndpoint": {"subnetId": VAULT_ID}},
        f"{BLOB}.privateEndpoint.subnetId",
        "a subnet",
    ),
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
    ({"checkSignedIn": "no"}, f"{BLOB}.checkSignedIn", "true or false"),
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

ROWS_OF_CREDENTIALS: Final[list[Row]] = [
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
        {"mode": "azure-client-secret", "clientSecret": "s"},
        "etcdBackup.credentials.clientId",
        "is required in mode",
    ),
    (
        {"mode": "azure-client-secret", "managedIdentityDocument": "{}"},
        "etcdBackup.credentials.clientSecret",
        "is required in mode",
    ),
    (
        {**SECRET_MODE, "clientSecret": "white space"},
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
        {"mode": "azure-managed-identity", "clientSecret": "s"},
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
    ({"settleSeconds": 901}, "etcdBackup.credentials.settleSeconds", "900"),
    ({"customRole": "yes"}, "etcdBackup.credentials.customRole", "true or false"),
    ({"encryptionKeyURL": "x"}, "etcdBackup.credentials.encryptionKeyURL", "cannot be used"),
    ({"clientID": CLIENT}, "etcdBackup.credentials.clientID", "did you mean clientId?"),
]


def problems_of(settings_tree: dict[str, Any]) -> list[str]:
    with pytest.raises(UnusableInputError) as stopped:
        backup_settings(config_of(settings_tree))
    return [
        str(problem).removeprefix("openshift-credentials:") for problem in stopped.value.problems
    ]


def matching(problems: list[str], path: str, words: str) -> list[str]:
    return [
        problem
        for problem in problems
        if problem.startswith((f"{path}:", f"{path} = ", f"{path}.")) and words in problem
    ]


def test_there_are_enough_of_them() -> None:
    assert len(ROWS_OF_BLOB) + len(ROWS_OF_CREDENTIALS) >= 60


def test_the_stack_that_the_rows_change_is_right() -> None:
    backup_settings(config_of(tree()))
    backup_settings(config_of(tree(credentials=SECRET_MODE)))


def test_wrong_settings_are_named_with_rule_and_way_out() -> None:
    rows = [(tree(change), path, words) for change, path, words in ROWS_OF_BLOB]
    rows += [(tree(credentials=change), *row) for change, *row in ROWS_OF_CREDENTIALS]

    for wrong, path, words in nonempty(rows):
        problems = problems_of(wrong)
        assert matching(problems, path, words), f"{path}, {words!r}: {problems}"
        for problem in nonempty(problems):
            rule, _, way_out = problem.partition("; ")
            assert rule, problem
            assert way_out, problem
            assert "\n" not in problem


def test_all_problems_come_at_once() -> None:
    problems = problems_of(tree({"sku": "x", "networkRules": {}}, {"clientId": CLIENT}))
    for path in (f"{BLOB}.sku", f"{BLOB}.networkRules", "etcdBackup.credentials.clientId"):
        assert matching(problems, path, ""), path


@pytest.mark.parametrize("credentials", [{"customRole": False}, {"restore": True}])
def test_a_shared_container_is_not_given_to_the_built_in_role(
    credentials: dict[str, object],
) -> None:
    problems = problems_of(tree({"sharedContainer": True}, credentials))
    assert matching(problems, f"{BLOB}.sharedContainer", "customRole to true")
    right = {**credentials, "customRole": True}
    assert backup_settings(config_of(tree({"sharedContainer": True}, right)))


@pytest.mark.parametrize("place", ["storage", "cluster", "credentials"])
def test_an_encryption_key_url_is_refused_wherever_it_is(place: str) -> None:
    wrong = tree()
    wrong[place]["encryptionKeyURL"] = "https://v.vault.azure.net/keys/k"
    assert matching(problems_of(wrong), dotted(f"{place}.encryptionKeyURL"), "no value works")


def test_settings_of_an_account_are_all_refused_for_one_that_exists() -> None:
    names = [str(field.alias) for field in AzureAccount.model_fields.values()]
    problems = problems_of(tree({"existing": True, **dict.fromkeys(names, "x")}))
    for name in nonempty(names):
        assert matching(problems, f"{BLOB}.{name}", ""), name


@pytest.mark.parametrize("secret", ["clientSecret", "managedIdentityDocument"])
@pytest.mark.parametrize("value", ["MARKER 1", ["MARKER"], {"MARKER": 1}, "MARKER" * 500])
def test_a_wrong_secret_is_not_shown_even_where_the_stack_file_does_not_encrypt_it(
    secret: str, value: object
) -> None:
    for mode in ("azure-client-secret", "azure-managed-identity", "azure-workload-identity"):
        text = " ".join(problems_of(tree(credentials={"mode": mode, secret: value})))
        assert "MARKER" not in text


def names_of(model: type[Any]) -> list[str]:
    return [str(field.alias) for field in model.model_fields.values()]


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-5, 400)
    | st.text(max_size=20)
    | st.sampled_from([CLIENT, SUBNET_ID, VAULT_ID, "Disabled", *AzureCloud, "azure-client-secret"])
    | st.lists(st.text(max_size=5) | st.just("20.1.2.3"), max_size=3)
    | st.dictionaries(
        st.sampled_from(["days", "state", "addresses", "keyName", "storageAccountId", "x"]),
        st.integers(-1, 40) | st.text(max_size=5) | st.lists(st.integers(), max_size=2),
        max_size=3,
    )
)


@settings(max_examples=150)
@given(
    st.dictionaries(st.sampled_from(names_of(AzureBlobStorage)), VALUES, max_size=8),
    st.dictionaries(st.sampled_from([*names_of(Credentials)]), VALUES, max_size=6),
)
def test_no_combination_ends_in_anything_but_settings_or_problems(
    blob: dict[str, object], credentials: dict[str, object]
) -> None:
    wrong = copy.deepcopy(tree(blob, credentials))
    try:
        backup_settings(config_of(wrong))
    except UnusableInputError as error:
        problems = tuple(map(str, error.problems))
    else:
        return
    assert problems
