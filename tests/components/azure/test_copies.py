"""The copy of the snapshots in a second storage account."""

from tests.components.azure.stacks import ACCOUNT_ID, VAULT_ID, stack
from tests.components.azure.test_storage import FRAMES, WITH_KEY
from tests.kit import tokens
from tests.kit.harness import record_stack

COPY = {"replication": {"storageAccount": "copies1", "location": "northeurope"}}


def test_every_snapshot_is_copied_to_a_second_account_which_is_closed() -> None:
    for preview in FRAMES:
        recorded = record_stack(stack({**COPY, **WITH_KEY, "lock": False}), preview=preview)
        second = recorded.named(tokens.STORAGE_ACCOUNT, "etcd-backup-copies")
        assert second.inputs["location"] == "northeurope"
        assert second.inputs["networkRuleSet"]["defaultAction"] == "Deny"
        assert second.inputs["networkRuleSet"]["ipRules"] == []
        assert second.inputs["encryption"]["keySource"] == "Microsoft.Keyvault"
        first = recorded.named(tokens.BLOB_SERVICE_PROPERTIES, "etcd-backup-blob-service")
        assert first.inputs["changeFeed"] == {"enabled": True}, "the copy reads it"
        target = recorded.named(tokens.OBJECT_REPLICATION, "etcd-backup-copy-target")
        source = recorded.named(tokens.OBJECT_REPLICATION, "etcd-backup-copy-source")
        assert target.inputs["objectReplicationPolicyId"] == "default"
        assert source.inputs["metrics"] == target.inputs["metrics"] == {"enabled": True}
        for policy in (target, source):
            assert policy.inputs["sourceAccount"] == ACCOUNT_ID
            assert policy.inputs["destinationAccount"] == ACCOUNT_ID.replace(
                "snapshots1", "copies1"
            )
        assert recorded.waits_for(source, [target, *recorded.all(tokens.BLOB_CONTAINER)]), preview
        assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [source]), preview
        if not preview:
            assert source.inputs["rules"][0]["ruleId"] == "rule-1"
            assert source.inputs["objectReplicationPolicyId"] != "default"


def test_the_copy_has_the_lock_and_the_log_of_the_first_account() -> None:
    workspace = VAULT_ID.replace("KeyVault/vaults", "OperationalInsights/workspaces")
    logged = ACCOUNT_ID.replace("snapshots1", "logs1")
    for preview in FRAMES:
        places = {"workspaceId": workspace, "storageAccountId": logged}
        recorded = record_stack(
            stack({**COPY, "lock": True, "diagnostics": places}), preview=preview
        )
        lock = recorded.named(tokens.MANAGEMENT_LOCK, "etcd-backup-copies-lock")
        assert lock.inputs["scope"] == ACCOUNT_ID.replace("snapshots1", "copies1")
        assert lock.inputs["level"] == "CanNotDelete"
        assert lock.protect
        last = recorded.named(tokens.OBJECT_REPLICATION, "etcd-backup-copy-source")
        assert recorded.waits_for(lock, [last, *recorded.all(tokens.ROLE_ASSIGNMENT)])
        log = recorded.named(tokens.DIAGNOSTIC_SETTING, "etcd-backup-copies-service-log")
        assert log.inputs["workspaceId"] == workspace
        assert "storageAccountId" not in log.inputs, "a log goes to an account of its own location"
    retained = record_stack(stack({**COPY, "lock": True, "retainOnDestroy": True}), preview=True)
    lock = retained.named(tokens.MANAGEMENT_LOCK, "etcd-backup-copies-lock")
    account = retained.named(tokens.STORAGE_ACCOUNT, "etcd-backup-copies")
    assert lock.request.deletedWith == account.urn
    of_others = {"replication": {"storageAccount": "copies1", "existing": True}, "lock": True}
    assert len(record_stack(stack(of_others), preview=True).all(tokens.MANAGEMENT_LOCK)) == 1


def test_copies_expire_only_with_a_setting_of_their_own() -> None:
    for preview in FRAMES:
        for days in (None, 400):
            copy = COPY["replication"] | ({"retentionDays": days} if days else {})
            made = stack({"retentionDays": 30, "replication": copy})
            recorded = record_stack(made, preview=preview)
            policy = recorded.named(tokens.MANAGEMENT_POLICY, "etcd-backup-copies-service-expiry")
            (rule,) = policy.inputs["policy"]["rules"]
            assert rule["enabled"] is (days is not None)
            after = rule["definition"]["actions"]["baseBlob"]["delete"]
            assert not days or after["daysAfterCreationGreaterThan"] == days
            assert len(rule["definition"]["filters"]["prefixMatch"]) == 1


def test_the_copy_is_kept_as_the_snapshots_are() -> None:
    for blob, protected, retained in (({}, True, False), ({"retainOnDestroy": True}, False, True)):
        recorded = record_stack(stack({**COPY, **blob}), preview=True)
        kept = [
            *recorded.all(tokens.OBJECT_REPLICATION),
            *recorded.all(tokens.STORAGE_ACCOUNT),
            *recorded.all(tokens.BLOB_CONTAINER),
        ]
        assert len(kept) == 6
        for each in kept:
            assert (each.protect, each.retain_on_delete) == (protected, retained), each


def test_an_account_that_exists_gets_the_policy_and_nothing_else() -> None:
    existing = {"storageAccount": "copies1", "existing": True, "resourceGroup": "vault"}
    recorded = record_stack(stack({"replication": existing}), preview=True)
    assert len(recorded.all(tokens.STORAGE_ACCOUNT)) == 1
    target = recorded.named(tokens.OBJECT_REPLICATION, "etcd-backup-copy-target")
    assert target.inputs["resourceGroupName"] == "vault"
    assert target.inputs["destinationAccount"] == ACCOUNT_ID.replace(
        "snapshots1", "copies1"
    ).replace("/backup/", "/vault/")
