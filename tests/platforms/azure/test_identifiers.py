import random
import uuid

from hypothesis import given

from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.platforms.azure.identifiers import STORAGE_BLOB_DATA_CONTRIBUTOR, upload_role
from tests.platforms.azure import strategies as azure

SCOPE = identifiers.storage_account_id("11111111-2222-3333-4444-555555555555", "rg", "acct")
PRINCIPAL = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
ROLE = STORAGE_BLOB_DATA_CONTRIBUTOR.guid


def test_resource_ids_are_those_of_resource_manager() -> None:
    assert SCOPE == (
        "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg"
        "/providers/Microsoft.Storage/storageAccounts/acct"
    )
    assert identifiers.container_id(SCOPE, "c") == f"{SCOPE}/blobServices/default/containers/c"
    assert identifiers.name_in(f"{SCOPE}/") == "acct"


def test_the_guid_of_an_assignment_is_what_arm_s_guid_function_gives() -> None:
    text = f"{SCOPE.lower()}-{PRINCIPAL}-{ROLE}"
    arm = uuid.uuid5(uuid.UUID("11fb06fb-712d-4ddd-98c7-e71bbd588830"), text)
    assert identifiers.role_assignment_name(SCOPE, PRINCIPAL, ROLE) == str(arm)


@given(azure.groups, azure.accounts, azure.guids)
def test_letter_case_does_not_make_another_assignment(group: str, account: str, principal: str) -> None:
    scope = identifiers.storage_account_id(PRINCIPAL, group, account)
    name = identifiers.role_assignment_name(scope, principal, ROLE)
    assert name == identifiers.role_assignment_name(scope.upper(), principal.upper(), ROLE.upper())
    assert str(uuid.UUID(name)) == name


def test_ten_thousand_assignments_have_ten_thousand_guids() -> None:
    draw = random.Random(6)  # noqa: S311 - not for secrets

    def guid() -> str:
        return str(uuid.UUID(int=draw.getrandbits(128)))

    near = [f"{SCOPE}{suffix}" for suffix in ("", "1", "-", "/blobServices/default/containers/c")]
    triples = {
        (draw.choice(near), draw.choice([PRINCIPAL, guid()]), draw.choice([ROLE, guid()])) for _ in range(14_000)
    }
    triples = set(sorted(triples)[:10_000])
    assert len(triples) == 10_000
    assert len({identifiers.role_assignment_name(*triple) for triple in triples}) == 10_000


def test_ten_thousand_custom_roles_have_ten_thousand_guids() -> None:
    roles = {
        upload_role(f"/subscriptions/s/resourceGroups/g{number % 100}", f"a{number}", "c", restore=False).guid
        for number in range(10_000)
    }
    assert len(roles) == 10_000
