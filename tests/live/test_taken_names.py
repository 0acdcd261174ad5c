"""What is printed where a cloud says that a name is taken."""

import dataclasses
import shlex

import pytest

from openshift_credentials.live.taken_names import Refused, import_id, way_out
from tests.kit import tokens
from tests.kit.tables import rows_beside

EXISTS = "operation error, https response error StatusCode: 409, EntityAlreadyExists: x"
REFUSED = Refused(
    stack="prod",
    type="aws:iam/role:Role",
    name="etcd-backup-upload",
    parent="urn:pulumi:prod::p::a:b:C$d:e:F::etcd-backup",
    provider="urn:pulumi:prod::p::pulumi:providers:aws::aws",
    inputs={"name": "etcd-backup-role"},
    error=EXISTS,
    account_id="123456789012",
    region="us-gov-west-1",
)
ACCOUNT = "/subscriptions/1/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/a"


def test_the_command_survives_a_shell_and_names_parent_provider_and_id() -> None:
    told = way_out(REFUSED)
    assert told
    (line,) = (each for each in told.splitlines() if each.startswith("    pulumi import"))
    command = shlex.split(line)
    assert command[-3:] == ["aws:iam/role:Role", "etcd-backup-upload", "etcd-backup-role"]
    assert f"parent={REFUSED.parent}" in command
    assert f"provider={REFUSED.provider}" in command
    assert command[command.index("--stack") + 1] == "prod"


@rows_beside("type_, inputs, id_")
def test_the_id_is_what_the_provider_imports(type_: str, inputs: dict[str, object], id_: str) -> None:
    assert import_id(dataclasses.replace(REFUSED, type=type_, inputs=inputs)) == id_


@pytest.mark.parametrize("error", ["AccessDenied: no", "ThrottlingException: Rate exceeded", "the role does not exist"])
def test_every_other_error_is_left_alone(error: str) -> None:
    assert way_out(dataclasses.replace(REFUSED, error=error)) is None


@pytest.mark.parametrize(
    ("type_", "inputs", "error", "command"),
    [
        (
            "azure-native:keyvault:Vault",
            {"vaultName": "hcp"},
            "ConflictError: A vault with the same name already exists in deleted state.",
            "az keyvault recover --name hcp",
        ),
        (
            "azure-native:keyvault:Secret",
            {"vaultName": "hcp", "secretName": "cpo"},
            "Secret cpo is currently in a deleted but recoverable state, its name cannot be reused",
            "az keyvault secret recover --vault-name hcp --name cpo",
        ),
        (
            "azure-native:keyvault:Key",
            {"vaultName": "hcp", "keyName": "etcd"},
            "Status=409 Code=Conflict InnerError=ObjectIsDeletedButRecoverable",
            "az keyvault key recover --vault-name hcp --name etcd",
        ),
    ],
)
def test_a_name_that_a_deleted_object_keeps_is_recovered_not_imported(
    type_: str, inputs: dict[str, str], error: str, command: str
) -> None:
    refused = dataclasses.replace(REFUSED, type=type_, inputs=inputs, error=error)
    told = way_out(refused) or ""
    assert command in [line.strip() for line in told.splitlines()]
    assert "pulumi import" not in told


# What is printed where Google Cloud says that a name is taken, or still reserved.

EXISTS_IN_GOOGLE = "googleapi: Error 409: Requested entity already exists"
POOL = {"project": "my-project", "workloadIdentityPoolId": "mycluster"}
PROVIDER = {**POOL, "workloadIdentityPoolProviderId": "own"}
ROLE = {"project": "my-project", "roleId": "myproject_one"}
POOL_NAME = "projects/my-project/locations/global/workloadIdentityPools/mycluster"
ROLE_EXISTS = "Custom project role projects/my-project/roles/myproject_one already exists and must be imported"


def refused(type_: str, inputs: dict[str, str], error: str = EXISTS_IN_GOOGLE) -> Refused:
    return Refused(
        stack="prod",
        type=type_,
        name="one",
        parent=None,
        provider="urn:pulumi:prod::p::pulumi:providers:gcp::gcp",
        inputs=inputs,
        error=error,
    )


@pytest.mark.parametrize(
    ("type_", "inputs", "expected"),
    [
        (tokens.GCP_POOL, POOL, POOL_NAME),
        (tokens.GCP_POOL_PROVIDER, PROVIDER, f"{POOL_NAME}/providers/own"),
        (tokens.GCP_BUCKET, {"project": "my-project", "name": "b"}, "my-project/b"),
        (
            tokens.GCP_SERVICE_ACCOUNT,
            {"project": "example.com:mine", "accountId": "sa-one"},
            ("projects/example.com:mine/serviceAccounts/sa-one@mine.example.com.iam.gserviceaccount.com"),
        ),
        (tokens.GCP_CUSTOM_ROLE, ROLE, "projects/my-project/roles/myproject_one"),
    ],
)
def test_the_id_is_what_the_provider_imports_in_google(type_: str, inputs: dict[str, str], expected: str) -> None:
    each = refused(type_, inputs)
    assert import_id(each) == expected
    told = way_out(each)
    assert told
    assert "exists and is not in the state of the stack" in told
    (command,) = (line for line in told.splitlines() if line.startswith("    pulumi import"))
    assert shlex.split(command)[-3:] == [type_, "one", expected]


@pytest.mark.parametrize(
    ("type_", "inputs", "command"),
    [
        (tokens.GCP_POOL, POOL, "undelete mycluster --location global --project my-project"),
        (
            tokens.GCP_POOL_PROVIDER,
            PROVIDER,
            ("providers undelete own --workload-identity-pool mycluster --location global --project my-project"),
        ),
    ],
)
def test_a_deleted_pool_is_restored_before_it_is_imported(type_: str, inputs: dict[str, str], command: str) -> None:
    told = way_out(refused(type_, inputs))
    assert told
    assert f"\n    gcloud iam workload-identity-pools {command}\n" in told
    assert told.index("undelete") < told.index("pulumi import")


@pytest.mark.parametrize("error", ["Error 403: Permission denied", "Error 404: not found"])
def test_every_other_error_is_left_alone_in_google(error: str) -> None:
    assert way_out(refused(tokens.GCP_CUSTOM_ROLE, ROLE, error)) is None
    assert way_out(refused(tokens.GCP_POOL, POOL, error)) is None
