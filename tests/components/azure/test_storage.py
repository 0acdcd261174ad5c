from itertools import pairwise

from tests.components.azure.stacks import VAULT_ID, stack
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.nonempty import nonempty

FRAMES = (True, False)


def test_what_is_set_on_the_account_comes_one_after_the_other() -> None:
    recorded = record_stack(stack({"retentionDays": 30}), preview=False)
    chain = (tokens.STORAGE_ACCOUNT, tokens.BLOB_SERVICE_PROPERTIES, tokens.MANAGEMENT_POLICY, tokens.BLOB_CONTAINER)
    for earlier, later in nonempty(pairwise(chain)):
        assert recorded.waits_for(recorded.only(later), [recorded.only(earlier)]), (earlier, later)


def test_account_and_container_are_protected_until_they_are_not() -> None:
    kept = (tokens.STORAGE_ACCOUNT, tokens.BLOB_SERVICE_PROPERTIES, tokens.BLOB_CONTAINER)
    protected = record_stack(stack(), preview=True)
    left_behind = record_stack(stack({"retainOnDestroy": True}), preview=True)
    free = record_stack(stack({"protect": False, "deleteSnapshots": True}), preview=True)
    for token in nonempty(kept):
        assert protected.only(token).protect, token
        assert not protected.only(token).retain_on_delete, token
        assert left_behind.only(token).retain_on_delete, token
        assert not left_behind.only(token).protect, "the engine refuses to leave protected ones"
        assert not free.only(token).protect, token


def test_only_a_locked_policy_is_looked_at_before_the_account_is_created() -> None:
    def created_after(state: str) -> int:
        made = record_stack(stack({"immutability": {"days": 1, "state": state}}), preview=True)
        return len(made.only(tokens.STORAGE_ACCOUNT).request.hooks.before_create)

    assert (created_after("Locked"), created_after("Unlocked")) == (1, 0)


def test_immutability_is_set_when_the_account_is_made_and_versions_only_then() -> None:
    for preview in FRAMES:
        recorded = record_stack(stack({"immutability": {"days": 7}}), preview=preview)
        account = recorded.only(tokens.STORAGE_ACCOUNT)
        assert account.inputs["immutableStorageWithVersioning"]["enabled"] is True
        service = recorded.only(tokens.BLOB_SERVICE_PROPERTIES)
        assert service.inputs["isVersioningEnabled"] is True
        assert recorded.waits_for(service, [account]), "Azure sets it on a new account alone"
        assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [service])


def test_a_resource_group_is_made_before_everything_in_it() -> None:
    for preview in FRAMES:
        recorded = record_stack(stack({"existingResourceGroup": False}, {"customRole": True}), preview=preview)
        group = recorded.only(tokens.RESOURCE_GROUP)
        for token in (tokens.STORAGE_ACCOUNT, tokens.MANAGED_IDENTITY, tokens.ROLE_DEFINITION, tokens.ROLE_ASSIGNMENT):
            assert recorded.waits_for(recorded.only(token), [group]), token


WITH_KEY = {"customerManagedKey": {"keyVaultId": VAULT_ID, "keyName": "etcd"}}


def test_what_an_account_needs_to_decrypt_stays_as_long_as_the_account() -> None:
    name = "etcd-backup-snapshots-key"
    for blob, protected, retained in (
        ({}, True, False),
        ({"retainOnDestroy": True}, False, True),
        ({"protect": False, "deleteSnapshots": True}, False, False),
    ):
        recorded = record_stack(stack({**WITH_KEY, **blob}), preview=True)
        guards = (
            recorded.named(tokens.MANAGED_IDENTITY, name),
            recorded.named(tokens.ROLE_ASSIGNMENT, f"{name}-role"),
            recorded.only(tokens.MANAGEMENT_POLICY),
        )
        for each in nonempty(guards):
            assert (each.protect, each.retain_on_delete) == (protected, retained), each
