"""Settings on Azure: wrong ones and right ones."""

import copy
from typing import Any, Final

import pytest
from hypothesis import given, settings, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.azure.names import AzureCloud
from openshift_credentials.systems.etcd_backup.settings.identity import Credentials
from openshift_credentials.systems.etcd_backup.settings.storage import AzureAccount, AzureBlobStorage
from tests.components.azure.stacks import CLIENT, PRINCIPAL, SUBSCRIPTION, VAULT_ID, config_of, tree
from tests.kit.frames import EXAMPLES
from tests.kit.tables import nonempty, read_rows
from tests.kit.trees import backup_settings, dotted, paths
from tests.platforms.azure.managed_identity.bundles import file

# Wrong settings of a storage account and its container: change, setting, words.

BLOB = "etcdBackup.storage.azureBlob"
Row = tuple[dict[str, Any], str, str]

ROWS_OF_BLOB: Final[list[Row]] = read_rows(__file__, "wrong_azure_storage.json")


# Wrong credentials for Azure: change, setting, words.

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


# Wrong settings of a stack on Azure: each with the setting and the words that name the way out.


def problems_of(settings_tree: dict[str, Any]) -> list[str]:
    with pytest.raises(UnusableInputError) as stopped:
        backup_settings(config_of(settings_tree))
    return [str(problem).removeprefix("openshift-credentials:") for problem in stopped.value.problems]


def matching(problems: list[str], path: str, words: str) -> list[str]:
    return [
        problem
        for problem in problems
        if problem.startswith((f"{path}:", f"{path} = ", f"{path}.")) and words in problem
    ]


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
    wrong = {"immutability": {"days": 1}, "versioning": False, "location": "nowhere"}
    problems = problems_of(tree(wrong, {"clientId": CLIENT}))
    for path in (f"{BLOB}.location", f"{BLOB}.immutability", "etcdBackup.credentials.clientId"):
        assert matching(problems, path, ""), path


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
def test_a_wrong_secret_is_not_shown_even_where_the_stack_file_does_not_encrypt_it(secret: str, value: object) -> None:
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
    | st.sampled_from([CLIENT, VAULT_ID, *AzureCloud, "azure-client-secret"])
    | st.lists(st.text(max_size=5) | st.just("20.1.2.3"), max_size=3)
    | st.dictionaries(
        st.sampled_from(["days", "state", "keyName", "keyVaultId", "x"]),
        st.integers(-1, 40) | st.text(max_size=5) | st.lists(st.integers(), max_size=2),
        max_size=3,
    )
)


@settings(max_examples=6 * EXAMPLES)
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


# Settings of a stack on Azure that are just right, and the smallest change that is not.

RIGHT_BLOB: Final = "etcdBackup.storage.azureBlob"
CREDENTIALS: Final = "etcdBackup.credentials"

PAIRS: Final[list[tuple[dict[str, Any], dict[str, Any], str]]] = [
    ({"immutability": {"days": 30}, "retentionDays": 30}, {"immutability": {"days": 31}}, "retentionDays"),
    ({"protect": True}, {"protect": False}, "protect"),
    ({"protect": False, "deleteSnapshots": True}, {"protect": True}, "deleteSnapshots"),
    ({"protect": False, "deleteSnapshots": True}, {"retainOnDestroy": True}, "deleteSnapshots"),
    ({"protect": False, "retainOnDestroy": True}, {"retainOnDestroy": False}, "protect"),
    ({"existing": True}, {"existing": True, "deleteSnapshots": True}, "deleteSnapshots"),
    ({"location": "moon1", "allowUnknownLocation": True}, {"allowUnknownLocation": None}, "location"),
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
def test_one_change_of_an_account_is_one_too_many(right: dict[str, Any], change: dict[str, Any], setting: str) -> None:
    assert found(right) == []
    assert found({**right, **change}) == [f"{RIGHT_BLOB}.{setting}"]


ADOPTED: Final = {"existingIdentity": True, "identityName": "shared", "clientId": CLIENT, "principalId": PRINCIPAL}
ACCOUNTS: Final = [f"team/account-{number}" for number in range(20)]


@pytest.mark.parametrize(
    ("right", "change", "settings"),
    [
        ({"serviceAccounts": ACCOUNTS[:19]}, {"serviceAccounts": ACCOUNTS}, ["serviceAccounts"]),
        ({"serviceAccounts": ACCOUNTS[:18], "restore": True}, {"serviceAccounts": ACCOUNTS[:19]}, ["serviceAccounts"]),
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
