from tests.components.azure.stacks import CLIENT, PRINCIPAL, TENANT, stack
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.recorded import UNKNOWN

ANNOTATION = "azure.workload.identity/client-id"
TENANT_ANNOTATION = "azure.workload.identity/tenant-id"


def test_two_annotations_are_owned_and_the_object_is_not() -> None:
    recorded = record_stack(stack(), preview=False)
    patch = recorded.only(tokens.SERVICE_ACCOUNT_PATCH)
    assert set(patch.inputs) == {"apiVersion", "kind", "metadata"}
    metadata = patch.inputs["metadata"]
    assert (metadata["name"], metadata["namespace"]) == ("etcd-backup-job", "hypershift")
    assert set(metadata) == {"name", "namespace", "annotations"}
    assert set(metadata["annotations"]) == {ANNOTATION, TENANT_ANNOTATION, "pulumi.com/patchForce"}
    assert metadata["annotations"][TENANT_ANNOTATION] == TENANT
    assert metadata["annotations"][ANNOTATION] == recorded.exports["clientId"]
    assert recorded.provider(patch).type == tokens.KUBERNETES_PROVIDER


def test_it_follows_an_identity_that_does_not_exist_yet() -> None:
    patch = record_stack(stack(), preview=True).only(tokens.SERVICE_ACCOUNT_PATCH)
    assert patch.inputs["metadata"]["annotations"][ANNOTATION] == UNKNOWN


def test_consequences_for_other_backups_are_said() -> None:
    owned = record_stack(stack(), preview=True)
    assert any("removes the annotation" in warning for warning in owned.warnings)
    left = record_stack(stack(credentials={"annotateServiceAccount": False}), preview=True)
    assert tokens.SERVICE_ACCOUNT_PATCH not in left.types
    assert any("ignores the one in the Secret" in warning for warning in left.warnings)


def test_other_modes_touch_no_service_account_and_say_what_the_operator_does() -> None:
    credentials = {
        "mode": "azure-client-secret",
        "clientId": CLIENT,
        "principalId": PRINCIPAL,
        "clientSecret": "secret~text",
    }
    recorded = record_stack(stack(credentials=credentials), preview=True)
    assert tokens.SERVICE_ACCOUNT_PATCH not in recorded.types
    assert any("removes the client ID annotation" in warning for warning in recorded.warnings)
