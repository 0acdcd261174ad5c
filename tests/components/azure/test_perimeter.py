"""Who reaches a storage account and from where, tiers and inventory, in both time frames."""

from collections.abc import Mapping

import pytest

from tests.components.azure.stacks import ACCOUNT_ID, CONTAINER_ID, SUBNET_ID, SUBSCRIPTION, stack
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record_stack

ZONE_ID = (
    f"/subscriptions/{SUBSCRIPTION}/resourceGroups/hub/providers/Microsoft.Network"
    "/privateDnsZones/privatelink.blob.core.windows.net"
)
PRIVATE = {"publicNetworkAccess": "Disabled", "privateEndpoint": {"subnetId": SUBNET_ID}}
COPY = {"storageAccount": "copies1", "location": "northeurope"}


@FRAMES
def test_backups_wait_until_the_private_address_has_its_name(preview: bool) -> None:
    recorded = record_stack(stack(PRIVATE), preview=preview)

    endpoint = recorded.only(tokens.PRIVATE_ENDPOINT)
    account = recorded.only(tokens.STORAGE_ACCOUNT)
    assert endpoint.inputs["location"] == account.inputs["location"]
    assert endpoint.inputs["subnet"] == {"id": SUBNET_ID}
    (connection,) = endpoint.inputs["privateLinkServiceConnections"]
    assert connection["groupIds"] == ["blob"]
    assert recorded.waits_for(endpoint, [account])
    last_write = recorded.only(tokens.MANAGEMENT_POLICY)
    assert recorded.waits_for(endpoint, [last_write]), "Azure takes one write at a time"
    zone, link = recorded.only(tokens.PRIVATE_ZONE), recorded.only(tokens.VIRTUAL_NETWORK_LINK)
    assert zone.inputs["privateZoneName"] == "privatelink.blob.core.windows.net"
    assert zone.inputs["location"] == link.inputs["location"] == "global"
    assert link.inputs["virtualNetwork"] == {"id": SUBNET_ID.removesuffix("/subnets/nodes")}
    group = recorded.only(tokens.PRIVATE_DNS_ZONE_GROUP)
    assert recorded.waits_for(group, [endpoint, zone, link])
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [group])
    assert account.inputs["publicNetworkAccess"] == "Disabled"


@FRAMES
def test_a_zone_of_others_is_used_and_not_made(preview: bool) -> None:
    blob = {"privateEndpoint": {"subnetId": SUBNET_ID, "dnsZoneId": ZONE_ID}}
    recorded = record_stack(stack(blob), preview=preview)

    assert not {tokens.PRIVATE_ZONE, tokens.VIRTUAL_NETWORK_LINK} & recorded.types
    (config,) = recorded.only(tokens.PRIVATE_DNS_ZONE_GROUP).inputs["privateDnsZoneConfigs"]
    assert config["privateDnsZoneId"] == ZONE_ID


def test_only_a_closed_account_without_an_endpoint_is_a_warning() -> None:
    closed = record_stack(stack({"publicNetworkAccess": "Disabled"}), preview=True)
    assert any("privateEndpoint" in warning for warning in closed.warnings)
    assert not any(
        "privateEndpoint" in each for each in record_stack(stack(PRIVATE), preview=True).warnings
    )


@FRAMES
def test_stacks_that_share_a_container_write_below_their_own_prefix(preview: bool) -> None:
    ours, theirs = (
        record_stack(stack({"sharedContainer": True, "keyPrefix": prefix}), preview=preview)
        for prefix in ("one/etcd", "two/etcd")
    )

    assignment = ours.only(tokens.ROLE_ASSIGNMENT).inputs
    assert assignment["scope"] == CONTAINER_ID
    assert assignment["conditionVersion"] == "2.0"
    assert assignment["condition"].endswith("blobs:path] StringStartsWith 'one/etcd/'))")
    names = {
        each.only(tokens.ROLE_DEFINITION).inputs["roleDefinitionId"] for each in (ours, theirs)
    }
    assert len(names) == 2, "the second stack would find the role of the first"


@FRAMES
def test_a_container_of_ones_own_needs_no_condition(preview: bool) -> None:
    assignment = record_stack(stack(), preview=preview).only(tokens.ROLE_ASSIGNMENT).inputs
    assert not {"condition", "conditionVersion"} & set(assignment)


@FRAMES
def test_copies_are_read_in_a_restore_only_where_that_is_asked_for(preview: bool) -> None:
    copies = ACCOUNT_ID.replace("snapshots1", "copies1")
    for restore in (False, True):
        blob = {"replication": {**COPY, "restore": restore}}
        recorded = record_stack(stack(blob, {"restore": True}), preview=preview)
        there = {
            each.name.rpartition("upload-permission-")[2]: each
            for each in recorded.all(tokens.ROLE_ASSIGNMENT)
            if each.inputs["scope"].startswith(copies)
        }
        expected = {"storage-blob-data-reader-copies", "storage-blob-delegator-copies"}
        assert set(there) == (expected if restore else set())
        for each in there.values():
            assert recorded.waits_for(each, recorded.all(tokens.BLOB_CONTAINER)), each


@FRAMES
def test_a_stack_of_a_shared_container_reads_no_copies_of_others(preview: bool) -> None:
    blob = {"replication": {**COPY, "restore": True}, "sharedContainer": True}
    recorded = record_stack(stack(blob, {"restore": True, "customRole": True}), preview=preview)
    reader = recorded.named(
        tokens.ROLE_ASSIGNMENT, "etcd-backup-upload-permission-storage-blob-data-reader-copies"
    ).inputs
    assert reader["scope"].endswith("/storageAccounts/copies1/blobServices/default/containers/etcd")
    assert "blobs/read" in reader["condition"]
    assert reader["condition"].endswith("blobs:path] StringStartsWith 'etcd-backups/'))")
    assert reader["conditionVersion"] == "2.0"


@FRAMES
def test_a_closed_copy_has_an_endpoint_of_its_own_in_the_zone_of_the_first(preview: bool) -> None:
    copy = {**COPY, "privateEndpoint": {"subnetId": SUBNET_ID, "location": "westeurope"}}
    recorded = record_stack(stack({**PRIVATE, "replication": copy}), preview=preview)

    second = recorded.named(tokens.STORAGE_ACCOUNT, "etcd-backup-copies")
    assert second.inputs["publicNetworkAccess"] == "Disabled"
    endpoint = recorded.named(tokens.PRIVATE_ENDPOINT, "etcd-backup-copies-endpoint")
    assert endpoint.inputs["location"] == "westeurope"
    assert recorded.waits_for(endpoint, [second])
    assert len(recorded.all(tokens.PRIVATE_ZONE)) == 1, "a network is linked to one zone of a name"
    zone = recorded.only(tokens.PRIVATE_ZONE)
    group = recorded.named(tokens.PRIVATE_DNS_ZONE_GROUP, "etcd-backup-copies-endpoint-dns")
    (config,) = group.inputs["privateDnsZoneConfigs"]
    assert config["privateDnsZoneId"] == (
        f"/subscriptions/{SUBSCRIPTION}/resourceGroups/backup/providers/Microsoft.Network"
        "/privateDnsZones/privatelink.blob.core.windows.net"
    )
    assert recorded.waits_for(group, [zone, endpoint])
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [group])


@FRAMES
def test_an_endpoint_of_the_copy_alone_makes_its_zone(preview: bool) -> None:
    copy = {**COPY, "privateEndpoint": {"subnetId": SUBNET_ID}}
    recorded = record_stack(stack({"replication": copy}), preview=preview)
    endpoint = recorded.only(tokens.PRIVATE_ENDPOINT)
    assert endpoint.inputs["location"] == "northeurope"
    zone = recorded.only(tokens.PRIVATE_ZONE)
    assert recorded.waits_for(recorded.only(tokens.PRIVATE_DNS_ZONE_GROUP), [zone])


def test_an_endpoint_beside_an_open_address_and_a_closed_copy_are_warnings() -> None:
    def codes(blob: Mapping[str, object]) -> str:
        return " ".join(record_stack(stack(blob), preview=True).warnings)

    endpoint = {"privateEndpoint": {"subnetId": SUBNET_ID}}
    rules = {"networkRules": {"subnetIds": [SUBNET_ID]}}
    assert "every network can still reach the public endpoint" in codes(endpoint)
    assert "every network can still reach" not in codes({**endpoint, **rules})
    assert "every network can still reach" not in codes(PRIVATE)
    closed = {**PRIVATE, "replication": COPY}
    assert "nobody can read the copies" in codes(closed)
    reached = {**PRIVATE, "replication": {**COPY, "privateEndpoint": {"subnetId": SUBNET_ID}}}
    assert "nobody can read the copies" not in codes(reached)


@FRAMES
def test_the_second_account_lets_in_whom_it_names(preview: bool) -> None:
    blob = {"replication": {**COPY, "networkRules": {"subnetIds": [SUBNET_ID]}}}
    recorded = record_stack(stack(blob), preview=preview)

    copies = recorded.named(tokens.STORAGE_ACCOUNT, "etcd-backup-copies").inputs["networkRuleSet"]
    assert copies["defaultAction"] == "Deny"
    (rule,) = copies["virtualNetworkRules"]
    assert rule["virtualNetworkResourceId"] == SUBNET_ID


@FRAMES
@pytest.mark.parametrize(("tier", "action"), [("Cool", "tierToCool"), ("Cold", "tierToCold")])
def test_snapshots_move_to_a_tier_by_a_second_rule(preview: bool, tier: str, action: str) -> None:
    blob = {"transition": {"tier": tier, "afterDays": 3}, "retentionDays": 93}
    policy = record_stack(stack(blob), preview=preview).only(tokens.MANAGEMENT_POLICY)

    expiry, moves = policy.inputs["policy"]["rules"]
    assert expiry["enabled"] is True
    assert moves["definition"]["filters"]["prefixMatch"] == ["etcd/etcd-backups/"]
    assert moves["definition"]["actions"] == {
        "baseBlob": {action: {"daysAfterCreationGreaterThan": 3}}
    }


@FRAMES
def test_the_inventory_lists_versions_into_a_container_of_its_own(preview: bool) -> None:
    recorded = record_stack(stack({"inventory": {"frequency": "weekly"}}), preview=preview)

    (rule,) = recorded.only(tokens.BLOB_INVENTORY).inputs["policy"]["rules"]
    definition = rule["definition"]
    assert definition["schedule"] == "Weekly"
    assert definition["filters"]["includeBlobVersions"] is True
    assert {"VersionId", "IsCurrentVersion"} <= set(definition["schemaFields"])
    lists = recorded.named(tokens.BLOB_CONTAINER, "etcd-backup-snapshots-inventory-lists")
    assert lists.inputs["publicAccess"] == "None"
    assert lists.inputs["containerName"] == "inventory"
    account = recorded.only(tokens.STORAGE_ACCOUNT).urn
    for part in (lists, recorded.only(tokens.BLOB_INVENTORY)):
        assert part.request.deletedWith == account, "it goes with its account"


@FRAMES
def test_immutability_is_set_when_the_account_is_made_and_versions_only_then(preview: bool) -> None:
    recorded = record_stack(stack({"immutability": {"days": 7}}), preview=preview)

    account = recorded.only(tokens.STORAGE_ACCOUNT)
    assert account.inputs["immutableStorageWithVersioning"]["enabled"] is True
    service = recorded.only(tokens.BLOB_SERVICE_PROPERTIES)
    assert service.inputs["isVersioningEnabled"] is True
    assert recorded.waits_for(service, [account]), "Azure sets it on a new account alone"
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [service])
