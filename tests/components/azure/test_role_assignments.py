"""The roles of the identity, assigned and defined."""

from tests.components.azure.stacks import stack
from tests.kit import tokens
from tests.kit.harness import record_stack


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
