from collections.abc import Mapping
from typing import Any, Final

from components.etcd_backup.azure.adopted_account import warn_of_shortcomings
from tests.components.azure.stacks import stack
from tests.kit.harness import record, record_stack
from tests.kit.recorded import Recorded

LOOKUP: Final = "azure-native:storage:getStorageAccount"
GOOD: Final[Mapping[str, object]] = {
    "enableHttpsTrafficOnly": True,
    "minimumTlsVersion": "TLS1_2",
    "allowBlobPublicAccess": False,
    "allowSharedKeyAccess": False,
    "kind": "StorageV2",
}


def run(account: Mapping[str, object], *, preview: bool = False) -> Recorded:
    asked: list[Mapping[str, Any]] = []

    def answer(arguments: Mapping[str, Any]) -> Mapping[str, object]:
        asked.append(arguments)
        return account

    def program() -> None:
        import pulumi  # noqa: PLC0415

        warn_of_shortcomings("snapshots1", "backup", pulumi.InvokeOptions())

    recorded = record(program, preview=preview, lookups={LOOKUP: answer})
    if not preview:
        assert asked == [{"accountName": "snapshots1", "resourceGroupName": "backup"}]
    return recorded


def test_a_good_account_is_passed_over() -> None:
    assert run(GOOD).warnings == ()


def test_what_falls_short_is_named_on_update() -> None:
    warnings = run({**GOOD, "minimumTlsVersion": "TLS1_0", "allowBlobPublicAccess": True}).warnings
    assert len(warnings) == 2
    assert all("storage account snapshots1" in warning for warning in warnings)


def test_a_preview_asks_no_cloud() -> None:
    assert run({"kind": "Storage"}, preview=True).warnings == ()
    recorded = record_stack(stack({"existing": True}), preview=True)
    assert any("is used unchanged" in warning for warning in recorded.warnings)
