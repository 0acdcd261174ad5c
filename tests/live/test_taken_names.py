"""What is printed where a cloud says that a name is taken."""

import dataclasses
import shlex

import pytest

from openshift_credentials.live.taken_names import Refused, import_id, way_out

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


@pytest.mark.parametrize(
    ("type_", "inputs", "id_"),
    [
        ("aws:s3/bucket:Bucket", {"bucket": "b"}, "b"),
        ("aws:iam/role:Role", {"name": "r"}, "r"),
        ("aws:iam/user:User", {"name": "u"}, "u"),
        ("aws:kms/alias:Alias", {"name": "alias/a"}, "alias/a"),
        ("aws:cloudwatch/logGroup:LogGroup", {"name": "l"}, "l"),
        (
            "aws:iam/openIdConnectProvider:OpenIdConnectProvider",
            {"url": "https://oidc.example.com/1"},
            "arn:aws-us-gov:iam::123456789012:oidc-provider/oidc.example.com/1",
        ),
        (
            "aws:iam/policy:Policy",
            {"name": "p", "path": "/a/"},
            "arn:aws-us-gov:iam::123456789012:policy/a/p",
        ),
        (
            "aws:cloudtrail/trail:Trail",
            {"name": "t"},
            "arn:aws-us-gov:cloudtrail:us-gov-west-1:123456789012:trail/t",
        ),
        ("aws:cloudfront/distribution:Distribution", {}, "ID"),
    ],
)
def test_the_id_is_what_the_provider_imports(
    type_: str, inputs: dict[str, object], id_: str
) -> None:
    assert import_id(dataclasses.replace(REFUSED, type=type_, inputs=inputs)) == id_


def test_azure_names_the_resource_itself() -> None:
    error = f"cannot create already existing resource '{ACCOUNT}'"
    type_ = "azure-native:storage:StorageAccount"
    refused = dataclasses.replace(REFUSED, type=type_, inputs={}, error=error)
    told = way_out(refused)
    assert told
    assert f"{type_} etcd-backup-upload {ACCOUNT}" in told


def test_an_assignment_of_another_name_is_removed() -> None:
    refused = dataclasses.replace(
        REFUSED,
        type="azure-native:authorization:RoleAssignment",
        inputs={"scope": ACCOUNT},
        error="RoleAssignmentExists: The role assignment already exists. The ID of the existing "
        "role assignment is 716c4d159bc8476da3c16ccb70082517.",
    )
    told = way_out(refused)
    assert told
    assert told.endswith(
        f"az role assignment delete --ids {ACCOUNT}/providers/Microsoft.Authorization"
        "/roleAssignments/716c4d15-9bc8-476d-a3c1-6ccb70082517"
    )


def test_an_assignment_of_the_same_name_is_removed_too() -> None:
    assignment = f"{ACCOUNT}/providers/Microsoft.Authorization/roleAssignments/a"
    error = f"cannot create already existing resource '{assignment}'"
    type_ = "azure-native:authorization:RoleAssignment"
    told = way_out(dataclasses.replace(REFUSED, type=type_, inputs={}, error=error))
    assert told
    assert told.endswith(f"az role assignment delete --ids {assignment}")


def test_a_name_of_somebody_else_cannot_be_imported() -> None:
    error = "StorageAccountAlreadyTaken: The storage account named a is already taken."
    told = way_out(dataclasses.replace(REFUSED, error=error))
    assert told
    assert "Choose another name" in told
    assert "pulumi import" not in told


def test_a_secret_of_somebody_else_is_removed_by_whoever_knows_it() -> None:
    refused = dataclasses.replace(
        REFUSED,
        type="kubernetes:core/v1:Secret",
        inputs={"kind": "Secret", "metadata": {"name": "cloud-credentials", "namespace": "ho"}},
        error='Apply failed with 1 conflict: conflict with "them" using v1: .data.credentials',
    )
    told = way_out(refused)
    assert told
    assert "'them' has written another value to .data.credentials" in told
    assert "    kubectl delete secret -n ho cloud-credentials\n" in told


@pytest.mark.parametrize(
    "error", ["AccessDenied: no", "ThrottlingException: Rate exceeded", "the role does not exist"]
)
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
