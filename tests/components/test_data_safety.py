"""No settings let a destroy, a replacement or a toggle take a snapshot, its key or a protection.

What the engine does with these options is proven in ``test_data_safety`` and ``test_toggles`` of
``tests/engine``.
"""

from typing import Any, Final

from hypothesis import HealthCheck, given, settings, strategies as st

from tests.components.aws.stacks import run as run_aws
from tests.components.azure.stacks import VAULT_ID, stack
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.recorded import Recorded, Resource

STORES: Final = (
    tokens.SNAPSHOT_BUCKET,
    tokens.SNAPSHOT_KEY,
    tokens.SNAPSHOT_ACCOUNT,
    tokens.BLOB_SERVICE,
    tokens.SNAPSHOT_CONTAINER,
    tokens.ENCRYPTION_KEY,
)
"""Components whose children hold snapshots, or guard them."""

S3: Final[dict[str, Any]] = {
    "kms": {"create": True},
    "objectLock": {"mode": "governance", "days": 7},
    "retentionDays": 200,
}
BLOB: Final[dict[str, Any]] = {
    "customerManagedKey": {"keyVaultId": VAULT_ID, "keyName": "etcd"},
    "immutability": {"days": 7},
    "retentionDays": 30,
    "existingResourceGroup": False,
}
KEPT: Final = st.sampled_from(
    [{"protect": True}, {"retainOnDestroy": True}, {"protect": True, "retainOnDestroy": True}]
)


def some(optional: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Any of the optional settings together."""
    names = st.sets(st.sampled_from(sorted(optional)))
    return names.map(lambda chosen: {name: optional[name] for name in sorted(chosen)})


def of_the_store(recorded: Recorded) -> list[Resource]:
    """Everything that holds snapshots or guards them, without the waits."""
    found = [
        each
        for each in recorded.resources
        if each.request.custom
        and each.parent_urn
        and recorded.parent(each).type in STORES
        and each.type != tokens.SLEEP
    ]
    groups = [each for each in recorded.resources if each.type == tokens.RESOURCE_GROUP]
    return [*found, *groups]


def assert_kept(recorded: Recorded, *, retained: bool) -> None:
    store = of_the_store(recorded)
    assert len(store) > 2
    protected = [each for each in store if each.protect]
    for each in store:
        assert not (each.protect and each.retain_on_delete), "the engine refuses to leave it behind"
        goes_with = each.request.deletedWith
        if retained:
            with_a_kept_one = goes_with and recorded.by_urn(goes_with).retain_on_delete
            assert each.retain_on_delete or with_a_kept_one, each
        elif not each.protect:
            assert goes_with, each
            assert any(recorded.waits_for(other, [each]) for other in protected), each


@settings(deadline=None, suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large))
@given(some(S3), KEPT)
def test_every_part_of_a_bucket_is_kept_with_it(s3: dict[str, Any], kept: dict[str, Any]) -> None:
    recorded = run_aws({**s3, **kept}, preview=True)

    assert_kept(recorded, retained="retainOnDestroy" in kept)


@settings(deadline=None, suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large))
@given(some(BLOB), KEPT)
def test_every_part_of_an_account_is_kept_with_it(blob: dict[str, Any], kept: dict[str, Any]) -> None:
    recorded = record_stack(stack({**blob, **kept}), preview=True)

    assert_kept(recorded, retained="retainOnDestroy" in kept)
