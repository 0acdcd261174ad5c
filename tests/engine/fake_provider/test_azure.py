"""The stand-in of Azure refuses what Azure refuses, and deletes what Azure deletes with others."""

from typing import Any, Final

import pytest

from tests.engine.fake_provider import azure
from tests.engine.fake_provider.acting import change, drop, make, refused
from tests.engine.fake_provider.world import RefusedError, World
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS, SUBSCRIPTION, OnDelete

GROUP: Final = {"resourceGroupName": "backups"}
OF_THE_ACCOUNT: Final = {**GROUP, "accountName": "snapshots"}
SERVICE: Final = {**OF_THE_ACCOUNT, "blobServicesName": "default"}
ON: Final = {"enabled": True}
WORKSPACE: Final = "/subscriptions/1/workspaces/logs"
ROLE: Final = f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/r"


@pytest.fixture
def world() -> World:
    return World()


def account(world: World, **inputs: object) -> str:
    shape = {"location": "westeurope", "kind": "StorageV2", "sku": {"name": "Standard_LRS"}}
    return make(world, tokens.STORAGE_ACCOUNT, **{**OF_THE_ACCOUNT, **shape, **inputs})


def container(world: World) -> str:
    return make(world, tokens.BLOB_CONTAINER, **OF_THE_ACCOUNT, containerName="etcd")


def worm(state: str, days: int = 7) -> dict[str, Any]:
    policy = {"state": state, "immutabilityPeriodSinceCreationInDays": days}
    return {"immutableStorageWithVersioning": {**ON, "immutabilityPolicy": policy}}


@pytest.mark.parametrize(
    "type_", [t for t, row in ROWS.items() if row.cloud == "azure" and not row.takes_over]
)
def test_creation_refuses_what_is_there(world: World, type_: str) -> None:
    world.put(type_, "/there", {})
    with pytest.raises(RefusedError, match="cannot create already existing resource"):
        azure.create(world, type_, "/there", {}, {})


def test_a_container_goes_with_its_blobs_and_its_name_is_taken_for_a_while(world: World) -> None:
    within = container(world)
    world.upload(tokens.BLOB, f"{within}/blobs/1.db")
    drop(world, tokens.BLOB_CONTAINER, within)
    assert world.snapshots() == []
    with refused("name-is-slow"):
        container(world)


@pytest.mark.parametrize(
    "type_",
    [type_ for type_, row in ROWS.items() if row.takes_over and row.on_delete != OnDelete.DELETE],
)
def test_what_has_no_deletion_is_taken_over_and_keeps_what_is_left_out(
    world: World, type_: str
) -> None:
    names = {"blobServicesName": "default", "encryptionScopeName": "own"}
    service = make(world, type_, **OF_THE_ACCOUNT, **names, deleteRetentionPolicy={**ON, "days": 7})
    make(world, type_, **OF_THE_ACCOUNT, **names, isVersioningEnabled=True)
    found = world.find(type_, service) or {}
    assert found["deleteRetentionPolicy"] == {**ON, "days": 7}
    assert found["isVersioningEnabled"] is True
    drop(world, type_, service)
    assert world.find(type_, service), "nothing of it goes"


def test_a_scope_of_encryption_is_only_disabled(world: World) -> None:
    scope = make(world, tokens.ENCRYPTION_SCOPE, **OF_THE_ACCOUNT, encryptionScopeName="own")
    drop(world, tokens.ENCRYPTION_SCOPE, scope)
    assert (world.find(tokens.ENCRYPTION_SCOPE, scope) or {})["state"] == "Disabled"
    make(world, tokens.ENCRYPTION_SCOPE, **OF_THE_ACCOUNT, encryptionScopeName="own")
    assert (world.find(tokens.ENCRYPTION_SCOPE, scope) or {})["state"] == "Disabled"
    on = {"encryptionScopeName": "own", "state": "Enabled"}
    make(world, tokens.ENCRYPTION_SCOPE, **OF_THE_ACCOUNT, **on)
    assert (world.find(tokens.ENCRYPTION_SCOPE, scope) or {})["state"] == "Enabled"


def test_an_account_goes_with_all_that_is_in_it_and_its_name_is_taken_for_a_while(
    world: World,
) -> None:
    identifier = account(world)
    within = container(world)
    world.upload(tokens.BLOB, f"{within}/blobs/1.db")
    assignment = make(
        world,
        tokens.ROLE_ASSIGNMENT,
        scope=within,
        roleAssignmentName="a",
        principalId="p",
        roleDefinitionId=ROLE,
    )
    log = {"name": "etcd", "resourceUri": f"{identifier}/blobServices/default"}
    setting = make(world, tokens.DIAGNOSTIC_SETTING, **log, workspaceId=WORKSPACE)
    drop(world, tokens.STORAGE_ACCOUNT, identifier)
    assert world.snapshots() == []
    assert world.find(tokens.ROLE_ASSIGNMENT, assignment) is None
    assert world.find(tokens.DIAGNOSTIC_SETTING, setting), "it outlives its resource"
    with refused("name-is-slow"):
        account(world)
    azure.free_slow_names(world)
    account(world)


def test_an_account_has_a_blob_service_from_the_beginning(world: World) -> None:
    identifier = account(world)
    service = world.find(tokens.BLOB_SERVICE_PROPERTIES, f"{identifier}/blobServices/default")
    assert (service or {})["isVersioningEnabled"] is False
    make(world, tokens.BLOB_SERVICE_PROPERTIES, **SERVICE, isVersioningEnabled=True)


def test_a_lock_keeps_its_scope_and_what_is_in_it(world: World) -> None:
    identifier = account(world)
    within = container(world)
    lock = make(
        world, tokens.MANAGEMENT_LOCK, scope=identifier, lockName="keep", level="CanNotDelete"
    )
    for type_, locked in ((tokens.STORAGE_ACCOUNT, identifier), (tokens.BLOB_CONTAINER, within)):
        with refused("scope-locked"):
            drop(world, type_, locked)
    drop(world, tokens.MANAGEMENT_LOCK, lock)
    drop(world, tokens.STORAGE_ACCOUNT, identifier)


def test_immutability_is_set_at_creation_and_never_weakened_once_locked(world: World) -> None:
    with refused("locked-at-creation"):
        account(world, **worm("Locked"))
    identifier = account(world, **worm("Unlocked", 30))
    change(world, tokens.STORAGE_ACCOUNT, identifier, **OF_THE_ACCOUNT, **worm("Unlocked", 7))
    change(world, tokens.STORAGE_ACCOUNT, identifier, **OF_THE_ACCOUNT, **worm("Locked", 7))
    change(world, tokens.STORAGE_ACCOUNT, identifier, **OF_THE_ACCOUNT, **worm("Locked", 8))
    for weaker in (worm("Locked", 7), worm("Unlocked", 8)):
        with refused("locked-immutability"):
            change(world, tokens.STORAGE_ACCOUNT, identifier, **OF_THE_ACCOUNT, **weaker)
    within = container(world)
    world.upload(tokens.BLOB, f"{within}/blobs/1.db")
    for type_, kept in ((tokens.STORAGE_ACCOUNT, identifier), (tokens.BLOB_CONTAINER, within)):
        with refused("immutable-blobs"):
            drop(world, type_, kept)


def test_versions_in_a_container_are_immutable_from_the_beginning(world: World) -> None:
    account(world)
    worm_of_container = {"immutableStorageWithVersioning": ON}
    names = {**OF_THE_ACCOUNT, "containerName": "etcd"}
    policy = {
        **names,
        "immutabilityPolicyName": "default",
        "immutabilityPeriodSinceCreationInDays": 7,
    }
    with refused("container-immutability-needs"):
        make(world, tokens.BLOB_CONTAINER, **names, **worm_of_container)
    make(world, tokens.BLOB_SERVICE_PROPERTIES, **SERVICE, isVersioningEnabled=True)
    plain = make(world, tokens.BLOB_CONTAINER, **{**names, "containerName": "plain"})
    with refused("container-immutability-at-creation"):
        change(
            world,
            tokens.BLOB_CONTAINER,
            plain,
            **{**names, "containerName": "plain"},
            **worm_of_container,
        )
    with refused("container-immutability-needs"):
        make(world, tokens.IMMUTABILITY_POLICY, **{**policy, "containerName": "plain"})
    within = make(world, tokens.BLOB_CONTAINER, **names, **worm_of_container)
    made = make(world, tokens.IMMUTABILITY_POLICY, **policy)
    with refused("immutability-policy-etag"):
        drop(world, tokens.IMMUTABILITY_POLICY, made)
    world.upload(tokens.BLOB, f"{within}/blobs/1.db")
    with refused("immutable-container"):
        drop(world, tokens.BLOB_CONTAINER, within)
    world.empty_stores()
    drop(world, tokens.BLOB_CONTAINER, within)


def test_a_limit_without_all_of_its_parts_is_refused(world: World) -> None:
    for sas in ({"sasExpirationPeriod": "1 hour", "expirationAction": "Log"}, {"x": "y"}):
        with refused("sas-policy"):
            account(world, sasPolicy=sas)
    with refused("key-policy"):
        account(world, keyPolicy={"keyExpirationPeriodInDays": 0})
    with refused("resource-access-rules"):
        account(world, networkRuleSet={"resourceAccessRules": [{"resourceId": "/x"}]})


def test_what_is_set_at_creation_is_not_set_later(world: World) -> None:
    identifier = account(world)
    with refused("immutability-at-creation"):
        change(world, tokens.STORAGE_ACCOUNT, identifier, **OF_THE_ACCOUNT, **worm("Unlocked"))
    twice = {"encryption": {"requireInfrastructureEncryption": True}}
    with refused("infrastructure-encryption-at-creation"):
        change(world, tokens.STORAGE_ACCOUNT, identifier, **OF_THE_ACCOUNT, **twice)
    change(world, tokens.STORAGE_ACCOUNT, identifier, **OF_THE_ACCOUNT, tags={"team": "etcd"})


def test_restore_needs_its_three_and_is_not_left_without_one(world: World) -> None:
    restore = {"restorePolicy": {**ON, "days": 7}}
    feed = {"changeFeed": ON}
    versions = {"isVersioningEnabled": True}
    soft = {"deleteRetentionPolicy": {**ON, "days": 8}}
    for given in (feed | versions, feed | soft, versions | soft):
        with refused("restore-needs"):
            make(world, tokens.BLOB_SERVICE_PROPERTIES, **SERVICE, **restore, **given)
    all_three = feed | versions | soft
    service = make(world, tokens.BLOB_SERVICE_PROPERTIES, **SERVICE, **restore, **all_three)
    off = {**SERVICE, **versions, **soft, "changeFeed": {"enabled": False}}
    with refused("restore-needs"):
        change(world, tokens.BLOB_SERVICE_PROPERTIES, service, **off)
    disabled = {"restorePolicy": {"enabled": False}}
    change(world, tokens.BLOB_SERVICE_PROPERTIES, service, **off, **disabled)


def test_object_replication_needs_versions_on_both_and_a_feed_on_the_source(world: World) -> None:
    source = account(world)
    target = account(world, accountName="copies")
    policy = {
        **OF_THE_ACCOUNT,
        "accountName": "copies",
        "objectReplicationPolicyId": "default",
        "sourceAccount": source,
        "destinationAccount": target,
        "rules": [{"sourceContainer": "etcd", "destinationContainer": "etcd"}],
    }
    steps = (
        (SERVICE, {"isVersioningEnabled": True}),
        ({**SERVICE, "accountName": "copies"}, {"isVersioningEnabled": True}),
        (SERVICE, {"changeFeed": ON}),
    )
    for names, given in steps:
        with refused("replication-needs"):
            make(world, tokens.OBJECT_REPLICATION, **policy)
        make(world, tokens.BLOB_SERVICE_PROPERTIES, **names, **given)
    identifier = make(world, tokens.OBJECT_REPLICATION, **policy)
    assert identifier.startswith(f"{target}/objectReplicationPolicies/")


def test_a_blob_is_written_with_the_key_of_its_account(world: World) -> None:
    identifier = account(world, allowSharedKeyAccess=False)
    names = {**OF_THE_ACCOUNT, "containerName": "issuer", "blobName": "keys.json"}
    with refused("account-key-needed"):
        make(world, tokens.BLOB, **names)
    change(world, tokens.STORAGE_ACCOUNT, identifier, **OF_THE_ACCOUNT, allowSharedKeyAccess=True)
    make(world, tokens.BLOB, **names)
