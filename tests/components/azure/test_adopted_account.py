from collections.abc import Mapping
from typing import Any, Final

import pulumi

from components.etcd_backup.storage_account import warn_of_shortcomings
from tests.components.azure.stacks import stack
from tests.kit.harness import record, record_stack, record_stopped
from tests.kit.recorded import Recorded
from tests.kit.refusing import refusing

LOOKUP: Final = "azure-native:storage:getStorageAccount"


def ask_of_the_account() -> None:
    warn_of_shortcomings("snapshots1", "backup", pulumi.InvokeOptions())


def run(account: Mapping[str, object], *, preview: bool = False) -> Recorded:
    asked: list[Mapping[str, Any]] = []

    def answer(arguments: Mapping[str, Any]) -> Mapping[str, object]:
        asked.append(arguments)
        return account

    recorded = record(ask_of_the_account, preview=preview, lookups={LOOKUP: answer})
    if not preview:
        assert asked == [{"accountName": "snapshots1", "resourceGroupName": "backup"}]
    return recorded


def test_an_account_that_cannot_be_read_stops_the_update() -> None:
    recorded = record_stopped(ask_of_the_account, preview=False, lookups={LOOKUP: refusing("ResourceNotFound")})

    assert isinstance(recorded.error, pulumi.RunError), "anything else is a traceback"
    told = str(recorded.error)
    assert "etcdBackup.storage.azureBlob.storageAccount = snapshots1: Azure did not" in told
    assert "ResourceNotFound" in told
    assert "Microsoft.Storage/storageAccounts/read" in told


def test_a_preview_asks_no_cloud() -> None:
    assert run({"kind": "Storage"}, preview=True).warnings == ()


def test_an_update_asks_with_the_provider_of_the_stack() -> None:
    """The monitor refuses a question without it."""
    assert record_stack(stack({"existing": True}), preview=False).resources
