"""A run removes what is its own, never what is of others, and fails if anything is left."""

from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
from moto import mock_aws

from openshift_credentials.live.clouds import RestClient
from tests.acceptance.aws_account import AwsAccount
from tests.acceptance.azure_account import AzureAccount
from tests.acceptance.run import TAG, Cloud, Run

AWS = Run("oca-x7k2p1", Cloud.AWS, "123456789012", "us-east-1")
AZURE = Run("oca-x7k2p1", Cloud.AZURE, "11111111-2222-3333-4444-555555555555", "westeurope")
OTHERS = ("oca-others-dev", "oca-x7k2p19-dev", "oca-x7k2p1", "shop")
"""Names of other runs, of one whose prefix is longer, and of people."""
SCOPE = f"/subscriptions/{AZURE.place}"
ROLES = f"{SCOPE}/providers/Microsoft.Authorization/roleDefinitions"


@mock_aws
def test_what_is_of_a_run_on_aws_is_found_and_removed_and_nothing_else() -> None:
    def client(service: str) -> Any:  # noqa: ANN401 - boto3 has no types
        return cast("Any", boto3.client)(service, AWS.region)  # pyright: ignore[reportUnknownMemberType]

    s3, iam, kms = client("s3"), client("iam"), client("kms")
    for name in (*OTHERS, f"{AWS.prefix}-dev"):
        s3.create_bucket(Bucket=name)
        iam.create_role(RoleName=name, AssumeRolePolicyDocument="{}")
        iam.create_open_id_connect_provider(Url=f"https://{name}.s3.amazonaws.com/")
        tag = AWS.prefix if AWS.owns(name) else f"{name}9"
        kms.create_key(Tags=[{"TagKey": TAG, "TagValue": tag}])
    s3.put_bucket_versioning(Bucket=f"{AWS.prefix}-dev", VersioningConfiguration={"Status": "Enabled"})
    s3.put_object(Bucket=f"{AWS.prefix}-dev", Key="snapshot", Body=b"a")
    s3.delete_object(Bucket=f"{AWS.prefix}-dev", Key="snapshot")
    account = AwsAccount(AWS, client)
    assert [each.kind for each in account.own()] == ["bucket", "role", "OIDC provider", "key"]
    for item in account.own():
        account.remove(item)
    assert account.own() == []
    assert {each["Name"] for each in s3.list_buckets()["Buckets"]} == {*OTHERS}
    assert {each["RoleName"] for each in iam.list_roles()["Roles"]} == {*OTHERS}


class Arm:
    """Azure Resource Manager with the groups and custom roles of some names."""

    def __init__(self, *names: str) -> None:
        self.status = 200
        self.groups = {f"{SCOPE}/resourceGroups/{name}": name for name in names}
        self.roles = {f"{ROLES}/{name}": [group] for group, name in self.groups.items()}

    def request(self, method: str, url: str, **_: object) -> Any:  # noqa: ANN401 - as requests'
        parts = urlsplit(url)
        content: object = {}
        if method == "DELETE":
            del (self.groups if parts.path in self.groups else self.roles)[parts.path]
        elif parts.path == ROLES:
            assert parse_qs(parts.query)["$filter"] == ["atScopeAndBelow()"]
            role = {"type": "CustomRole", "roleName": "Upload"}
            content = [
                {"id": key, "properties": {**role, "assignableScopes": scopes}} for key, scopes in self.roles.items()
            ]
        elif parts.path.endswith("/resourcegroups"):
            content = [{"id": key, "name": name} for key, name in self.groups.items()]
        elif parts.path not in {*self.groups, *self.roles}:
            return SimpleNamespace(status_code=404)
        answer = {"value": content}
        return SimpleNamespace(status_code=self.status, json=lambda: answer, text="Forbidden")


def test_what_is_of_a_run_on_azure_is_found_and_removed_and_nothing_else() -> None:
    arm = Arm(*OTHERS, f"{AZURE.prefix}-Backups")
    arm.roles[f"{ROLES}/shared"] = [f"{SCOPE}/resourceGroups/{name}" for name in OTHERS]
    arm.roles[f"{ROLES}/everywhere"] = [SCOPE]
    kept = {*Arm(*OTHERS).roles, f"{ROLES}/shared", f"{ROLES}/everywhere"}
    account = AzureAccount(AZURE, RestClient(cast("Any", arm), "https://arm"))
    assert [each.kind for each in account.own()] == ["resource group", "role definition"]
    for item in account.own():
        account.remove(item)
    assert account.own() == []
    assert ({*arm.groups.values()}, {*arm.roles}) == ({*OTHERS}, kept)
    arm.status = 403
    with pytest.raises(ConnectionError, match="403"):  # what is refused is not an empty list
        account.own()
