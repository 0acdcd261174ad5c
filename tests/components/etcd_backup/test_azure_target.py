"""Storage and identity on Azure."""

import uuid

import pulumi
import pytest

from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.realistic import REALISTIC
from tests.kit.recorded import Recorded, Resource


def test_the_credential_is_replaced_by_deleting_it_first(aro: Recorded) -> None:
    credential = aro.only(tokens.FEDERATED_CREDENTIAL)

    assert credential.delete_before_replace, "issuer and subject are unique in an identity"


def test_the_name_of_the_assignment_is_a_guid_that_the_principal_decides() -> None:
    def named(principal: str) -> str:
        recorded = record_stack(
            "aro",
            preview=False,
            outputs={
                tokens.MANAGED_IDENTITY: lambda identity: {
                    **REALISTIC[tokens.MANAGED_IDENTITY](identity),
                    "principalId": principal,
                }
            },
        )
        return str(recorded.only(tokens.ROLE_ASSIGNMENT).inputs["roleAssignmentName"])

    first, second = named(str(uuid.UUID(int=1))), named(str(uuid.UUID(int=2)))

    assert uuid.UUID(first) != uuid.UUID(second)
    assert named(str(uuid.UUID(int=1))) == first


@pytest.mark.parametrize("token", [tokens.STORAGE_ACCOUNT, tokens.BLOB_CONTAINER])
def test_snapshots_are_protected_from_deletion(aro: Recorded, token: str) -> None:
    assert aro.only(token).protect


@pytest.mark.parametrize("client_id", ["", " ", "\t", "\n"])
def test_a_client_id_that_means_another_mode_never_reaches_the_secret(client_id: str) -> None:
    def identity(resource: Resource) -> dict[str, object]:
        return {**REALISTIC[tokens.MANAGED_IDENTITY](resource), "clientId": client_id}

    stopped = record_stack("aro", preview=False, outputs={tokens.MANAGED_IDENTITY: identity}, stops=True)

    assert isinstance(stopped.error, pulumi.RunError), "no traceback"
    assert tokens.SECRET not in stopped.types
    assert tokens.HCP_ETCD_BACKUP not in stopped.types
