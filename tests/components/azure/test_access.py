"""Identity, federation, roles and what waits for them."""

from openshift_credentials.platforms.azure.identifiers import role_assignment_name
from tests.components.azure.access_samples import DATA_CONTRIBUTOR, FRAMES
from tests.components.azure.stacks import CLIENT, CONTAINER_ID, PRINCIPAL, stack
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.recorded import UNKNOWN, Recorded, Resource

CLIENTS = {PRINCIPAL: CLIENT, CLIENT: PRINCIPAL}


def test_federated_credentials_are_written_one_after_another() -> None:
    others = [f"team/account-{number}" for number in range(18)]
    for preview in FRAMES:
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
    for preview in FRAMES:
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
