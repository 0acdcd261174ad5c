"""Rights on Azure: at the least scope, with nothing that only an owner has."""

import json
from typing import Any

import pytest

from openshift_credentials.deployer import azure
from openshift_credentials.deployer.azure import condition
from openshift_credentials.deployer.documents import documents, notices
from openshift_credentials.deployer.registered import Call, Command, Registered
from tests.deployer.resources import resources_of
from tests.kit.nonempty import nonempty

SUBSCRIPTION = "/subscriptions/11111111-2222-3333-4444-555555555555"
STACKS = ("aro-workload-identity", "workload-id-azure", "aro-control-plane")


def roles_of(stack: str, *commands: Command) -> dict[str, Any]:
    """The custom roles by the scope in which they can be assigned."""
    found = documents(stack, resources_of(stack), commands or list(Command))
    roles = [json.loads(each.text) for each in found if each.title.startswith("Azure")]
    return {role["AssignableScopes"][0]: role for role in roles}


def registered(type_: str, **inputs: object) -> Registered:
    provider = {"subscriptionId": SUBSCRIPTION.rpartition("/")[2]}
    return Registered(type=type_, name="one", inputs=inputs, provider=provider)


def operations(resource: Registered, *calls: Call) -> set[tuple[str, str]]:
    found = azure.permissions(resource, frozenset(calls or Call))
    return {(each.scope.removeprefix(SUBSCRIPTION), each.action) for each in found}


@pytest.mark.parametrize("stack", STACKS)
def test_no_role_is_wider_than_what_the_provider_does(stack: str) -> None:
    for scope, role in nonempty(roles_of(stack).items()):
        assert scope.startswith(SUBSCRIPTION), (scope, role)
        assert "RESOURCE-GROUP" not in scope
        assert not any("*" in action for action in nonempty(role["Actions"])), scope
        assert all(action.endswith("/delete") for action in role["DataActions"]), (scope, role)


@pytest.mark.parametrize("stack", STACKS)
def test_a_refresh_reads(stack: str) -> None:
    actions = {each for role in roles_of(stack, Command.REFRESH).values() for each in role["Actions"]}
    assert {each for each in actions if not each.endswith("/read")} <= {
        "Microsoft.Storage/storageAccounts/listKeys/action"
    }
    assert roles_of(stack, Command.PREVIEW) == {}


def test_each_resource_group_gets_what_is_in_it() -> None:
    roles = roles_of("aro-workload-identity")
    own = roles[f"{SUBSCRIPTION}/resourceGroups/aro-mc-1-etcd-backup"]
    assert "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action" in own["Actions"]
    keys = roles[f"{SUBSCRIPTION}/resourceGroups/aro-mc-1-keys"]
    assert {each.rpartition("/")[0] for each in keys["Actions"]} == {"Microsoft.Authorization/roleAssignments"}


def test_protected_accounts_are_never_deleted() -> None:
    roles = roles_of("aro-workload-identity")
    actions = {each for role in roles.values() for each in role["Actions"]}
    assert "Microsoft.Storage/storageAccounts/write" in actions
    assert "Microsoft.Storage/storageAccounts/delete" not in actions


def test_a_group_that_the_stack_makes_is_reached_from_its_subscription() -> None:
    roles = roles_of("workload-id-azure")
    actions = roles[SUBSCRIPTION]["Actions"]
    assert "Microsoft.Resources/subscriptions/resourceGroups/write" in actions
    groups = {scope.rpartition("/")[2] for scope in roles if scope != SUBSCRIPTION}
    assert groups.isdisjoint({"mycluster", "mycluster-oidc"})


def test_content_of_a_vault_is_deleted_through_the_vault() -> None:
    secret = registered("azure-native:keyvault:Secret", resourceGroupName="g", vaultName="v")
    found = {(each.action, each.on_data) for each in azure.permissions(secret, frozenset(Call))}
    assert ("Microsoft.KeyVault/vaults/secrets/delete", True) in found
    assert ("Microsoft.KeyVault/vaults/secrets/write", False) in found


def test_what_azure_never_deletes_needs_no_right_to() -> None:
    service = registered("azure-native:storage:BlobServiceProperties", resourceGroupName="g")
    assert not any(action.endswith("/delete") for _, action in operations(service))


def test_a_scope_of_another_group_is_the_one_that_counts() -> None:
    scope = f"{SUBSCRIPTION}/resourceGroups/keys/providers/Microsoft.KeyVault/vaults/v"
    assignment = registered(azure.ASSIGNMENT, scope=scope)
    assert operations(assignment, Call.READ) == {
        ("/resourceGroups/keys", "Microsoft.Authorization/roleAssignments/read")
    }


def test_only_the_roles_of_the_stack_may_be_assigned() -> None:
    resources = resources_of("aro-workload-identity")
    text = condition(resources) or ""
    assert text.count("GuidEquals {") == text.count("{'ServicePrincipal'}") == 2
    assert "e147488a-f6f5-4113-8e2d-b22465e65bf6" in text
    assert text in "".join(each.way_out for each in notices(resources, list(Command)))
    assert condition(resources_of("dev")) is None


def test_a_role_of_the_owners_is_assigned_by_a_deployer_that_changes_no_role() -> None:
    guid = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
    role = f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/{guid}"
    resources = resources_of("aro", f"etcdBackup.credentials.roleDefinitionId={role}")

    text = condition(resources)
    assert text
    assert text.count(f"ForAnyOfAnyValues:GuidEquals {{{guid}}}") == 2
    found = documents("aro", resources, list(Command))
    assert not any("roleDefinitions/write" in each.text for each in found)
    assert any("roleDefinitions/write" in each.text for each in documents(
        "aro", resources_of("aro"), list(Command)
    ))  # fmt: skip
