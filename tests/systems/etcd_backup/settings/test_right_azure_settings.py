"""Settings of a stack on Azure that are just right, and the smallest change that is not."""

from typing import Any, Final

import pytest

from tests.components.azure.stacks import CLIENT, PRINCIPAL, tree
from tests.kit.trees import paths

BLOB: Final = "etcdBackup.storage.azureBlob"
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
    assert found({**right, **change}) == [f"{BLOB}.{setting}"]


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
