"""Storage and identity on Azure."""

import uuid

import pulumi
import pytest

from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.realistic import REALISTIC
from tests.kit.recorded import UNKNOWN, Recorded, Resource

ISSUER = (
    "https://westeurope.oic.prod-aks.azure.com/66666666-7777-8888-9999-000000000000/"
    "0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d/"
)
ACCOUNT_ID = (
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/aro-mc-1-etcd-backup"
    "/providers/Microsoft.Storage/storageAccounts/aromc1etcdsnapshots"
)
CONTAINER_ID = f"{ACCOUNT_ID}/blobServices/default/containers/etcd-snapshots"


def test_only_the_backup_job_of_the_operator_may_become_the_identity(aro: Recorded) -> None:
    credential = aro.only(tokens.FEDERATED_CREDENTIAL)

    assert credential.inputs["subject"] == "system:serviceaccount:hypershift:etcd-backup-job"
    assert credential.inputs["audiences"] == ["api://AzureADTokenExchange"]


def test_the_issuer_is_taken_verbatim(aro: Recorded) -> None:
    assert aro.only(tokens.FEDERATED_CREDENTIAL).inputs["issuer"] == ISSUER


@pytest.mark.parametrize("issuer", [ISSUER, ISSUER.removesuffix("/")])
def test_a_trailing_slash_of_the_issuer_is_neither_added_nor_dropped(issuer: str) -> None:
    recorded = record_stack("aro", [f"cluster.oidcIssuer={issuer}"], preview=True)

    assert recorded.only(tokens.FEDERATED_CREDENTIAL).inputs["issuer"] == issuer


def test_the_credential_is_replaced_by_deleting_it_first(aro: Recorded) -> None:
    credential = aro.only(tokens.FEDERATED_CREDENTIAL)

    assert credential.delete_before_replace, "issuer and subject are unique in an identity"


def test_the_role_is_given_on_the_container_alone(aro: Recorded) -> None:
    assignment = aro.only(tokens.ROLE_ASSIGNMENT)

    assert (
        assignment.inputs["scope"] == f"{ACCOUNT_ID}/blobServices/default/containers/etcd-snapshots"
    )
    assert assignment.inputs["principalType"] == "ServicePrincipal"
    (permission,) = aro.only(tokens.ROLE_DEFINITION).inputs["permissions"]
    assert not [dataaction for dataaction in permission["dataActions"] if "delete" in dataaction], (
        "it only writes"
    )
    assert aro.waits_for(assignment, [aro.only(tokens.BLOB_CONTAINER)])


def test_the_assignment_is_of_the_identity(aro: Recorded, preview: bool) -> None:
    principal = aro.only(tokens.ROLE_ASSIGNMENT).inputs["principalId"]

    if preview:
        assert principal == UNKNOWN
    else:
        answer = REALISTIC[tokens.MANAGED_IDENTITY](aro.only(tokens.MANAGED_IDENTITY))
        assert principal == answer["principalId"]


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


def test_the_account_has_no_keys_no_public_blobs_and_no_old_tls(aro: Recorded) -> None:
    inputs = aro.only(tokens.STORAGE_ACCOUNT).inputs

    assert inputs["allowSharedKeyAccess"] is False
    assert inputs["allowBlobPublicAccess"] is False
    assert inputs["enableHttpsTrafficOnly"] is True
    assert inputs["minimumTlsVersion"] == "TLS1_2"


def test_the_container_is_private(aro: Recorded) -> None:
    assert aro.only(tokens.BLOB_CONTAINER).inputs["publicAccess"] == "None"


@pytest.mark.parametrize("token", [tokens.STORAGE_ACCOUNT, tokens.BLOB_CONTAINER])
def test_snapshots_are_protected_from_deletion(aro: Recorded, token: str) -> None:
    assert aro.only(token).protect


def test_the_provider_is_that_of_the_subscription(aro: Recorded) -> None:
    bound = aro.all(tokens.AZURE_PROVIDER)

    assert len(bound) == 1
    assert bound[0].inputs["subscriptionId"] == "11111111-2222-3333-4444-555555555555"
    assert bound[0].inputs["tenantId"] == "66666666-7777-8888-9999-000000000000"


@pytest.mark.parametrize("client_id", ["", " ", "\t", "\n"])
def test_a_client_id_that_means_another_mode_never_reaches_the_secret(client_id: str) -> None:
    def identity(resource: Resource) -> dict[str, object]:
        return {**REALISTIC[tokens.MANAGED_IDENTITY](resource), "clientId": client_id}

    stopped = record_stack(
        "aro", preview=False, outputs={tokens.MANAGED_IDENTITY: identity}, stops=True
    )

    assert isinstance(stopped.error, pulumi.RunError), "no traceback"
    assert tokens.SECRET not in stopped.types
    assert tokens.HCP_ETCD_BACKUP not in stopped.types
