"""The roles of the identity, assigned and defined."""

import pytest

from tests.components.azure.access_samples import DATA_CONTRIBUTOR, FRAMES
from tests.components.azure.stacks import (
    ACCOUNT_ID,
    CLIENT,
    CONTAINER_ID,
    PRINCIPAL,
    SUBSCRIPTION,
    stack,
)
from tests.kit import tokens
from tests.kit.harness import record, record_stack

DELEGATOR = "db58b8e5-c6ad-4a2a-8342-4190687cbf4a"


@pytest.mark.parametrize(
    ("credentials", "expected"),
    [
        ({"customRole": False}, [(DATA_CONTRIBUTOR, CONTAINER_ID)]),
        ({"restore": True}, [(DATA_CONTRIBUTOR, CONTAINER_ID), (DELEGATOR, ACCOUNT_ID)]),
    ],
)
def test_the_built_in_role_is_as_narrow_as_the_work_allows(
    credentials: dict[str, object], expected: list[tuple[str, str]]
) -> None:
    recorded = record_stack(stack(credentials=credentials), preview=True)
    found = [
        (each.inputs["roleDefinitionId"].rpartition("/")[2], each.inputs["scope"])
        for each in recorded.all(tokens.ROLE_ASSIGNMENT)
    ]
    assert found == expected
    assert tokens.ROLE_DEFINITION not in recorded.types


@pytest.mark.parametrize("credentials", [{}, {"customRole": True}])
def test_backups_alone_write_and_add_blobs_and_nothing_else(credentials: dict[str, object]) -> None:
    recorded = record_stack(stack(credentials=credentials), preview=False)
    role = recorded.only(tokens.ROLE_DEFINITION)
    (permission,) = role.inputs["permissions"]
    blobs = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs"
    assert permission["actions"] == []
    assert permission["dataActions"] == [f"{blobs}/write", f"{blobs}/add/action"]
    assignment = recorded.only(tokens.ROLE_ASSIGNMENT)
    assert assignment.inputs["scope"] == CONTAINER_ID
    assert assignment.inputs["roleDefinitionId"].endswith(role.inputs["roleDefinitionId"])
    settled = recorded.named(tokens.SLEEP, "etcd-backup-upload-permission-role-settled")
    assert recorded.waits_for(settled, [role])
    assert recorded.waits_for(assignment, [settled]), "Azure does not know a new role at once"


def test_a_custom_role_with_restore_gets_only_the_key_at_the_account() -> None:
    recorded = record_stack(stack(credentials={"customRole": True, "restore": True}), preview=False)
    by_scope = {each.inputs["scope"]: each for each in recorded.all(tokens.ROLE_ASSIGNMENT)}
    assert set(by_scope) == {ACCOUNT_ID, CONTAINER_ID}
    assert by_scope[ACCOUNT_ID].inputs["roleDefinitionId"].endswith(DELEGATOR)


def test_the_provider_would_take_the_principal_for_a_user_if_it_were_not_told() -> None:
    from pulumi_azure_native import authorization  # noqa: PLC0415

    def defaults() -> None:
        authorization.RoleAssignment(
            "default", scope="/s", principal_id=PRINCIPAL, role_definition_id="/r"
        )

    default = record(defaults, preview=True).only(tokens.ROLE_ASSIGNMENT)
    assert default.inputs["principalType"] == "User", "the default that ours replaces has changed"
    for preview in FRAMES:
        ours = record_stack(stack(), preview=preview).only(tokens.ROLE_ASSIGNMENT)
        assert ours.inputs["principalType"] == "ServicePrincipal"


def test_assignments_are_made_before_the_old_ones_go() -> None:
    assignment = record_stack(stack(), preview=True).only(tokens.ROLE_ASSIGNMENT)
    assert assignment.request.deleteBeforeReplaceDefined, "the provider would delete first"
    assert not assignment.delete_before_replace


ROLE_ID = (
    f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/{CLIENT}"
)


def test_a_role_of_the_owners_is_assigned_and_none_is_defined() -> None:
    for preview in FRAMES:
        recorded = record_stack(
            stack({"sharedContainer": True}, {"roleDefinitionId": ROLE_ID}), preview=preview
        )
        assert tokens.ROLE_DEFINITION not in recorded.types
        made = recorded.only(tokens.ROLE_ASSIGNMENT)
        assert made.name.endswith(f"-role-{CLIENT}"), (
            "by another name, the engine would create it again before it deletes it: Azure refuses"
        )
        assignment = made.inputs
        assert assignment["roleDefinitionId"] == ROLE_ID
        assert assignment["scope"] == CONTAINER_ID
        for action in ("read", "write", "delete", "add/action", "move/action"):
            assert f"containers/blobs/{action}'" in assignment["condition"], (
                "nobody knows what the role allows"
            )


def test_the_assignment_of_a_role_of_the_stack_goes_before_the_role() -> None:
    recorded = record_stack(stack(credentials={"restore": True, "customRole": True}), preview=False)
    definition = recorded.only(tokens.ROLE_DEFINITION).urn
    replaced_with = {
        each.name.rpartition("upload-permission-")[2]: list(each.request.replace_with)
        for each in recorded.all(tokens.ROLE_ASSIGNMENT)
    }
    assert replaced_with == {"custom-role": [definition], "storage-blob-delegator": []}
