from itertools import pairwise

from tests.components.azure.stacks import ACCOUNT_ID, SUBNET_ID, VAULT_ID, stack
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.nonempty import nonempty

FRAMES = (True, False)


def test_an_account_is_closed_to_all_that_it_need_not_be_open_to() -> None:
    for preview in FRAMES:
        inputs = record_stack(stack(), preview=preview).only(tokens.STORAGE_ACCOUNT).inputs
        assert inputs["kind"] == "StorageV2"
        assert inputs["sku"] == {"name": "Standard_ZRS"}
        assert inputs["enableHttpsTrafficOnly"] is True
        assert inputs["minimumTlsVersion"] == "TLS1_2"
        assert inputs["allowBlobPublicAccess"] is False
        assert inputs["allowSharedKeyAccess"] is False, "Azure takes unset for true"
        assert inputs["allowCrossTenantReplication"] is False
        assert inputs["isLocalUserEnabled"] is False
        assert inputs["encryption"]["requireInfrastructureEncryption"] is True
        assert inputs["encryption"]["keySource"] == "Microsoft.Storage"


def test_the_blob_service_is_the_default_one_and_keeps_what_was_deleted() -> None:
    for preview in FRAMES:
        inputs = record_stack(stack(), preview=preview).only(tokens.BLOB_SERVICE_PROPERTIES).inputs
        assert inputs["blobServicesName"] == "default"
        assert inputs["isVersioningEnabled"] is True
        assert inputs["deleteRetentionPolicy"] == {"enabled": True, "days": 14}
        assert inputs["containerDeleteRetentionPolicy"] == {"enabled": True, "days": 14}
        assert inputs["restorePolicy"] == {"enabled": False}, "Azure keeps what is left out"


def test_point_in_time_restore_switches_on_the_change_feed_that_it_needs() -> None:
    blob = {"pointInTimeRestoreDays": 7}
    inputs = record_stack(stack(blob), preview=True).only(tokens.BLOB_SERVICE_PROPERTIES).inputs
    assert inputs["restorePolicy"] == {"enabled": True, "days": 7}
    assert inputs["changeFeed"] == {"enabled": True}


def test_soft_delete_of_no_days_is_off() -> None:
    recorded = record_stack(stack({"softDeleteDays": 0}), preview=True)
    inputs = recorded.only(tokens.BLOB_SERVICE_PROPERTIES).inputs
    assert inputs["deleteRetentionPolicy"] == {"enabled": False}


def test_the_rule_of_expiry_always_exists_and_is_off_unless_asked_for() -> None:
    for preview in FRAMES:
        policy = record_stack(stack(), preview=preview).only(tokens.MANAGEMENT_POLICY)
        (rule,) = policy.inputs["policy"]["rules"]
        assert rule["enabled"] is False, "one that is only forgotten goes on deleting"
        assert rule["definition"]["filters"]["prefixMatch"] == ["etcd/etcd-backups/"]


def test_expiry_is_limited_to_the_prefix_with_its_slash() -> None:
    blob = {"retentionDays": 30, "keyPrefix": "hcp/etcd"}
    for preview in FRAMES:
        policy = record_stack(stack(blob), preview=preview).only(tokens.MANAGEMENT_POLICY)
        (rule,) = policy.inputs["policy"]["rules"]
        assert rule["enabled"] is True
        assert rule["definition"]["filters"] == {
            "blobTypes": ["blockBlob"],
            "prefixMatch": ["etcd/hcp/etcd/"],
        }
        assert set(rule["definition"]["actions"]) == {"baseBlob", "version"}


def test_the_container_is_private_and_made_through_resource_manager() -> None:
    recorded = record_stack(stack(), preview=False)
    assert recorded.only(tokens.BLOB_CONTAINER).inputs["publicAccess"] == "None"
    assert all(
        not token.startswith("azure-native:storage:Blob:") for token in nonempty(recorded.types)
    )


def test_what_is_set_on_the_account_comes_one_after_the_other() -> None:
    blob = {
        "retentionDays": 30,
        "diagnostics": {
            "workspaceId": VAULT_ID.replace("KeyVault/vaults", "OperationalInsights/workspaces")
        },
        "encryptionScope": "snapshots",
    }
    recorded = record_stack(stack(blob), preview=False)
    chain = (
        tokens.STORAGE_ACCOUNT,
        tokens.BLOB_SERVICE_PROPERTIES,
        tokens.MANAGEMENT_POLICY,
        tokens.DIAGNOSTIC_SETTING,
        tokens.ENCRYPTION_SCOPE,
        tokens.BLOB_CONTAINER,
    )
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


def test_network_rules_deny_everybody_else() -> None:
    blob = {"networkRules": {"subnetIds": [SUBNET_ID], "addresses": ["20.1.2.3"]}}
    rules = (
        record_stack(stack(blob), preview=True)
        .only(tokens.STORAGE_ACCOUNT)
        .inputs["networkRuleSet"]
    )
    assert rules["defaultAction"] == "Deny"
    assert [rule["virtualNetworkResourceId"] for rule in rules["virtualNetworkRules"]] == [
        SUBNET_ID
    ]
    assert [iprule["iPAddressOrRange"] for iprule in rules["ipRules"]] == ["20.1.2.3"]


def test_the_container_takes_the_encryption_scope_that_was_asked_for() -> None:
    recorded = record_stack(stack({"encryptionScope": "own"}), preview=False)
    made = recorded.only(tokens.BLOB_CONTAINER)
    assert recorded.only(tokens.ENCRYPTION_SCOPE).name == f"{made.name}-encryption"
    container = made.inputs
    assert container["defaultEncryptionScope"] == "own"
    assert container["denyEncryptionScopeOverride"] is True


def test_only_a_locked_policy_is_looked_at_before_the_account_is_created() -> None:
    def created_after(state: str) -> int:
        made = record_stack(stack({"immutability": {"days": 1, "state": state}}), preview=True)
        return len(made.only(tokens.STORAGE_ACCOUNT).request.hooks.before_create)

    assert (created_after("Locked"), created_after("Unlocked")) == (1, 0)


def test_immutability_is_a_policy_of_the_account() -> None:
    blob = {"immutability": {"days": 30, "state": "Locked"}}
    recorded = record_stack(stack(blob), preview=True)
    policy = recorded.only(tokens.STORAGE_ACCOUNT).inputs["immutableStorageWithVersioning"]
    assert policy["immutabilityPolicy"] == {
        "state": "Locked",
        "immutabilityPeriodSinceCreationInDays": 30,
        "allowProtectedAppendWrites": False,
    }
    assert any("Locked" in warning for warning in recorded.warnings)


def test_a_lock_is_made_last_and_so_deleted_first() -> None:
    recorded = record_stack(stack({"lock": True}), preview=False)
    lock = recorded.only(tokens.MANAGEMENT_LOCK)
    assert lock.name == "etcd-backup-snapshots-lock"
    assert lock.inputs == {
        "lockName": "etcd-snapshots",
        "scope": ACCOUNT_ID,
        "level": "CanNotDelete",
        "notes": "Holds etcd snapshots of hosted control planes",
    }
    others = [tokens.BLOB_CONTAINER, tokens.ROLE_ASSIGNMENT, tokens.FEDERATED_CREDENTIAL]
    assert recorded.waits_for(lock, [recorded.only(other) for other in others])


def test_a_resource_group_is_made_before_everything_in_it() -> None:
    for preview in FRAMES:
        recorded = record_stack(
            stack({"existingResourceGroup": False}, {"customRole": True}), preview=preview
        )
        group = recorded.only(tokens.RESOURCE_GROUP)
        for token in (
            tokens.STORAGE_ACCOUNT,
            tokens.MANAGED_IDENTITY,
            tokens.ROLE_DEFINITION,
            tokens.ROLE_ASSIGNMENT,
        ):
            assert recorded.waits_for(recorded.only(token), [group]), token


def test_what_exists_is_not_made() -> None:
    existing = {
        tokens.STORAGE_ACCOUNT,
        tokens.BLOB_SERVICE_PROPERTIES,
        tokens.MANAGEMENT_POLICY,
        tokens.BLOB_CONTAINER,
        tokens.RESOURCE_GROUP,
    }
    recorded = record_stack(stack({"existing": True}), preview=True)
    assert not recorded.types & existing
    recorded = record_stack(stack({"existingAccount": True}), preview=True)
    assert recorded.types & existing == {tokens.BLOB_CONTAINER}
    assert recorded.only(tokens.BLOB_CONTAINER).inputs["accountName"] == "snapshots1"


def test_tags_are_on_everything_that_can_have_them() -> None:
    recorded = record_stack(stack({"tags": {"owner": "us"}}), preview=True)
    for token in (tokens.STORAGE_ACCOUNT, tokens.MANAGED_IDENTITY):
        assert recorded.only(token).inputs["tags"] == {"owner": "us"}


WITH_KEY = {
    "customerManagedKey": {"keyVaultId": VAULT_ID, "keyName": "etcd"},
    "encryptionScope": "own",
    "lock": True,
}


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
            recorded.only(tokens.ENCRYPTION_SCOPE),
            recorded.only(tokens.MANAGEMENT_POLICY),
        )
        for each in nonempty(guards):
            assert (each.protect, each.retain_on_delete) == (protected, retained), each
        assert recorded.only(tokens.ENCRYPTION_SCOPE).inputs["state"] == "Enabled"
        lock = recorded.only(tokens.MANAGEMENT_LOCK)
        assert lock.protect is protected
        account = recorded.only(tokens.STORAGE_ACCOUNT).urn
        assert lock.request.deletedWith == (account if retained else "")


def test_what_a_lock_keeps_from_being_deleted_is_left_behind_with_it() -> None:
    recorded = record_stack(stack({"lock": True, "retainOnDestroy": True}), preview=True)
    for token in (tokens.ROLE_ASSIGNMENT, tokens.ROLE_DEFINITION):
        assert recorded.only(token).retain_on_delete, "the destroy would fail at it"


def test_zones_where_there_are_none_are_a_warning() -> None:
    assert any("no availability zones in ukwest" in each for each in (
        record_stack(stack({"location": "ukwest"}), preview=True).warnings
    ))  # fmt: skip
    for blob in ({"location": "westeurope"}, {"location": "ukwest", "sku": "Standard_LRS"}):
        warnings = record_stack(stack(blob), preview=True).warnings
        assert not [warning for warning in warnings if "availability zones" in warning]
