"""Account, identity and roles on Azure: order, protection, adoption."""

from itertools import pairwise
from typing import Final

import pulumi
import pytest
from pulumi import _types as sdk
from pulumi_azure_native import resources, storage

from components.etcd_backup.storage_account import warn_of_shortcomings
from components.token_issuer.azure_issuer import kept_properties
from openshift_credentials.platforms.azure.identifiers import role_assignment_name
from tests.components.azure.stacks import (
    CLIENT,
    CONTAINER_ID,
    DATA_CONTRIBUTOR,
    FRAMES as BOTH,
    PRINCIPAL,
    VAULT_ID,
    stack,
)
from tests.kit import tokens
from tests.kit.harness import record_stack, record_stopped
from tests.kit.monitors import refusing
from tests.kit.recorded import UNKNOWN, Recorded, Resource
from tests.kit.tables import nonempty

# Identity, federation, roles and what waits for them.

CLIENTS = {PRINCIPAL: CLIENT, CLIENT: PRINCIPAL}


def test_federated_credentials_are_written_one_after_another() -> None:
    others = [f"team/account-{number}" for number in range(18)]
    for preview in BOTH:
        recorded = record_stack(stack(credentials={"restore": True, "serviceAccounts": others}), preview=preview)
        credentials = recorded.all(tokens.FEDERATED_CREDENTIAL)
        assert len(credentials) == 20
        ordered = sorted(credentials, key=lambda each: len(recorded.all_dependencies(each)))
        for number, credential in enumerate(ordered):
            assert recorded.waits_for(credential, ordered[:number]), "concurrent writes are refused"


def test_names_in_an_identity_follow_its_output_so_that_they_follow_its_replacement() -> None:
    credential = record_stack(stack(), preview=True).only(tokens.FEDERATED_CREDENTIAL)
    assert credential.inputs["resourceName"] == UNKNOWN


def with_principal(principal_id: str) -> Recorded:
    def identity(resource: Resource) -> dict[str, object]:
        return {
            "id": "/identity",
            "name": resource.inputs["resourceName"],
            "clientId": CLIENTS[principal_id],
            "principalId": principal_id,
        }

    return record_stack(
        stack(credentials={"customRole": False}), preview=False, outputs={tokens.MANAGED_IDENTITY: identity}
    )


def test_a_recreated_identity_takes_role_annotation_secret_and_wait_with_it() -> None:
    first, second = with_principal(PRINCIPAL), with_principal(CLIENT)
    old, new = first.only(tokens.ROLE_ASSIGNMENT), second.only(tokens.ROLE_ASSIGNMENT)
    assert old.inputs["roleAssignmentName"] != new.inputs["roleAssignmentName"], "they collide"
    expected = role_assignment_name(CONTAINER_ID, CLIENT, DATA_CONTRIBUTOR)
    assert new.inputs["roleAssignmentName"] == expected

    def annotation(recorded: Recorded) -> str:
        metadata = recorded.only(tokens.SERVICE_ACCOUNT_PATCH).inputs["metadata"]
        return metadata["annotations"]["azure.workload.identity/client-id"]

    assert annotation(first) == CLIENTS[PRINCIPAL]
    assert annotation(second) == CLIENTS[CLIENT]
    assert first.only(tokens.SECRET).inputs["data"] != second.only(tokens.SECRET).inputs["data"]
    waits = [each.only(tokens.SLEEP).inputs["triggers"] for each in (first, second)]
    assert waits[0] != waits[1], "the new assignment would not settle"
    again = with_principal(CLIENT).only(tokens.SLEEP).inputs["triggers"]
    assert waits[1] == again, "nothing waits when nothing changed"


def test_a_new_identity_leaves_the_verdict_to_the_update() -> None:
    before = record_stack(stack(), preview=True).only(tokens.CREDENTIAL_SECRET).outputs
    assert before["detectedMode"] == UNKNOWN
    assert before["predictedMode"] == "azure-workload-identity"
    after = record_stack(stack(), preview=False).only(tokens.CREDENTIAL_SECRET).outputs
    assert after["detectedMode"] == "azure-workload-identity"


def test_the_backup_comes_after_everything() -> None:
    for preview in BOTH:
        recorded = record_stack(stack(credentials={"restore": True}), preview=preview)
        needed = [
            resource
            for token in (
                tokens.BLOB_CONTAINER,
                tokens.FEDERATED_CREDENTIAL,
                tokens.ROLE_ASSIGNMENT,
                tokens.SLEEP,
                tokens.SERVICE_ACCOUNT_PATCH,
                tokens.SECRET,
            )
            for resource in recorded.all(token)
        ]
        assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), needed), preview


def test_the_wait_has_its_default_its_setting_and_its_absence() -> None:
    def seconds(recorded: Recorded) -> list[str]:
        names = ("etcd-backup-upload-permission-role-settled", "etcd-backup-azure-settled")
        return [recorded.named(tokens.SLEEP, name).inputs["createDuration"] for name in names]

    assert seconds(record_stack(stack(), preview=True)) == ["60s", "300s"]
    assert seconds(record_stack(stack(credentials={"settleSeconds": 5}), preview=True)) == ["5s", "5s"]
    none = record_stack(stack(credentials={"settleSeconds": 0}), preview=True)
    assert tokens.SLEEP not in none.types
    backup = none.only(tokens.HCP_ETCD_BACKUP)
    assert none.waits_for(backup, none.all(tokens.ROLE_ASSIGNMENT))


LOOKUP: Final = "azure-native:storage:getStorageAccount"


def ask_of_the_account() -> None:
    warn_of_shortcomings("snapshots1", "backup", pulumi.InvokeOptions())


def test_an_account_that_cannot_be_read_stops_the_update() -> None:
    recorded = record_stopped(ask_of_the_account, preview=False, lookups={LOOKUP: refusing("ResourceNotFound")})

    assert isinstance(recorded.error, pulumi.RunError), "anything else is a traceback"
    told = str(recorded.error)
    assert "etcdBackup.storage.azureBlob.storageAccount = snapshots1: Azure did not" in told
    assert "ResourceNotFound" in told
    assert "Microsoft.Storage/storageAccounts/read" in told


def test_an_update_asks_with_the_provider_of_the_stack() -> None:
    """The monitor refuses a question without it."""
    assert record_stack(stack({"existing": True}), preview=False).resources


# An import keeps every property that the provider's SDK knows.

NAMES = {"accountName", "blobName", "blobServicesName", "containerName", "managementPolicyName", "resourceGroupName"}


@pytest.mark.parametrize(
    "arguments", [storage.StorageAccountArgs, storage.BlobContainerArgs, storage.BlobArgs, resources.ResourceGroupArgs]
)
def test_every_property_but_the_names_is_kept(arguments: type) -> None:
    assert set(kept_properties(arguments)) == set(sdk.input_type_types(arguments)) - NAMES


# The key of the storage account in a vault.


def test_a_key_of_ones_own_has_an_identity_and_a_role_before_the_account_uses_it() -> None:
    blob = {"customerManagedKey": {"keyVaultId": VAULT_ID, "keyName": "etcd"}}
    for preview in (True, False):
        recorded = record_stack(stack(blob), preview=preview)
        account = recorded.only(tokens.STORAGE_ACCOUNT)
        assert account.inputs["encryption"]["keySource"] == "Microsoft.Keyvault"
        properties = account.inputs["encryption"]["keyVaultProperties"]
        assert properties == {"keyName": "etcd", "keyVaultUri": "https://keys-1.vault.azure.net"}
        role = recorded.named(tokens.ROLE_ASSIGNMENT, "etcd-backup-snapshots-key-role")
        assert role.inputs["scope"] == VAULT_ID
        assert role.inputs["roleDefinitionId"].endswith("/e147488a-f6f5-4113-8e2d-b22465e65bf6"), preview
        assert role.inputs["principalType"] == "ServicePrincipal"
        sleep = recorded.named(tokens.SLEEP, "etcd-backup-snapshots-key-settled")
        assert recorded.waits_for(account, [role, sleep]), preview


# The roles of the identity, assigned and defined.


def test_assignments_are_made_before_the_old_ones_go() -> None:
    assignment = record_stack(stack(), preview=True).only(tokens.ROLE_ASSIGNMENT)
    assert assignment.request.deleteBeforeReplaceDefined, "the provider would delete first"
    assert not assignment.delete_before_replace


def test_the_assignment_of_a_role_of_the_stack_goes_before_the_role() -> None:
    recorded = record_stack(stack(credentials={"restore": True, "customRole": True}), preview=False)
    definition = recorded.only(tokens.ROLE_DEFINITION).urn
    replaced_with = {
        each.name.rpartition("upload-permission-")[2]: list(each.request.replace_with)
        for each in recorded.all(tokens.ROLE_ASSIGNMENT)
    }
    assert replaced_with == {"custom-role": [definition], "storage-blob-delegator": []}


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
