"""The stand-in of Azure: identities, roles, networks, logs and vaults."""

from typing import Final

import pytest

from tests.engine.fake_provider.acting import change, drop, make, refused
from tests.engine.fake_provider.azure_rules import SCHEDULED_QUERY_RULE
from tests.engine.fake_provider.world import RefusedError, World
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS, SUBSCRIPTION, OnDelete

GROUP: Final = {"resourceGroupName": "backups"}
ON: Final = {"enabled": True}
WORKSPACE: Final = "/subscriptions/1/workspaces/logs"


@pytest.fixture
def world() -> World:
    return World()


def test_a_role_is_assigned_once_and_its_definition_stays_while_it_is(world: World) -> None:
    definition = make(
        world, tokens.ROLE_DEFINITION, scope=SUBSCRIPTION, roleDefinitionId="r", roleName="Upload"
    )
    with refused("role-name-taken"):
        make(
            world,
            tokens.ROLE_DEFINITION,
            scope=SUBSCRIPTION,
            roleDefinitionId="s",
            roleName="Upload",
        )
    given = {"scope": SUBSCRIPTION, "principalId": "p", "roleDefinitionId": definition}
    assignment = make(world, tokens.ROLE_ASSIGNMENT, **given, roleAssignmentName="a")
    with refused("role-assignment-exists"):
        make(world, tokens.ROLE_ASSIGNMENT, **given, roleAssignmentName="b")
    with refused("role-in-use"):
        drop(world, tokens.ROLE_DEFINITION, definition)
    drop(world, tokens.ROLE_ASSIGNMENT, assignment)
    drop(world, tokens.ROLE_DEFINITION, definition)


def test_an_identity_federates_a_subject_once_and_twenty_in_all(world: World) -> None:
    def federate(number: int, subject: int) -> None:
        make(
            world,
            tokens.FEDERATED_CREDENTIAL,
            **GROUP,
            resourceName="upload",
            federatedIdentityCredentialResourceName=f"f{number}",
            issuer="https://issuer",
            subject=f"system:serviceaccount:etcd:{subject}",
            audiences=["openshift"],
        )

    federate(0, 0)
    with refused("subject-taken"):
        federate(1, 0)
    for number in range(1, 20):
        federate(number, number)
    with refused("federated-credentials"):
        federate(20, 20)


def test_a_zone_has_a_link_for_each_network_and_goes_after_them(world: World) -> None:
    of_the_zone = {**GROUP, "privateZoneName": "privatelink.blob.core.windows.net"}
    zone = make(world, tokens.PRIVATE_ZONE, **of_the_zone)
    network = {"virtualNetwork": {"id": "/vnet"}}
    link = make(
        world, tokens.VIRTUAL_NETWORK_LINK, **of_the_zone, **network, virtualNetworkLinkName="a"
    )
    with refused("network-linked"):
        make(
            world, tokens.VIRTUAL_NETWORK_LINK, **of_the_zone, **network, virtualNetworkLinkName="b"
        )
    with refused("zone-has-links"):
        drop(world, tokens.PRIVATE_ZONE, zone)
    drop(world, tokens.VIRTUAL_NETWORK_LINK, link)
    drop(world, tokens.PRIVATE_ZONE, zone)


def test_a_category_is_logged_once_to_one_place(world: World) -> None:
    of_the_service = {"resourceUri": "/blobServices/default", "workspaceId": WORKSPACE}
    logs = [{"category": "StorageWrite", **ON}]
    make(world, tokens.DIAGNOSTIC_SETTING, **of_the_service, name="a", logs=logs)
    with refused("same-log-twice"):
        make(world, tokens.DIAGNOSTIC_SETTING, **of_the_service, name="b", logs=logs)
    reads = [{"category": "StorageRead", **ON}]
    make(world, tokens.DIAGNOSTIC_SETTING, **of_the_service, name="b", logs=reads)


def test_a_query_needs_its_table_unless_it_is_not_validated(world: World) -> None:
    criteria = {"allOf": [{"query": "StorageBlobLogs\n| count"}]}
    given = {**GROUP, "criteria": criteria, "scopes": [WORKSPACE]}
    with refused("no-such-table"):
        make(world, SCHEDULED_QUERY_RULE, **given, ruleName="a")
    make(world, SCHEDULED_QUERY_RULE, **given, ruleName="a", skipQueryValidation=True)
    make(world, tokens.DIAGNOSTIC_SETTING, name="a", resourceUri="/blob", workspaceId=WORKSPACE)
    with refused("no-such-table"):
        make(world, SCHEDULED_QUERY_RULE, **given, ruleName="b")
    world.upload(tokens.BLOB, "/blobs/1.db")
    make(world, SCHEDULED_QUERY_RULE, **given, ruleName="b")


@pytest.mark.parametrize(
    "type_",
    [t for t, row in ROWS.items() if row.cloud == "azure" and row.on_delete == OnDelete.SOFT],
)
def test_the_name_of_what_is_deleted_softly_stays_reserved(world: World, type_: str) -> None:
    names = {"vaultName": "keys", "secretName": "s", "keyName": "k", "properties": "any"}
    identifier = make(world, type_, **GROUP, **names)
    drop(world, type_, identifier)
    with pytest.raises(RefusedError, match=r"AlreadyExists|ObjectIsDeletedButRecoverable"):
        make(world, type_, **GROUP, **names)


def test_a_key_of_a_vault_stays_as_it_was_made(world: World) -> None:
    names = {**GROUP, "vaultName": "keys", "keyName": "k"}
    key = make(world, tokens.VAULT_KEY, **names, properties={"keySize": 2048})
    change(world, tokens.VAULT_KEY, key, **names, properties={"keySize": 4096})
    assert (world.find(tokens.VAULT_KEY, key) or {})["properties"] == {"keySize": 2048}
