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
        (
            "aws:iam/openIdConnectProvider:OpenIdConnectProvider",
            {"url": "https://oidc.example.com/1"},
            "arn:aws-us-gov:iam::123456789012:oidc-provider/oidc.example.com/1",
        ),
        ("aws:iam/policy:Policy", {"name": "p", "path": "/a/"}, "arn:aws-us-gov:iam::123456789012:policy/a/p"),
        ("aws:cloudfront/distribution:Distribution", {}, "ID"),
    ],
)
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
