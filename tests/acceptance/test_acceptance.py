"""A run removes what is its own, never what is of others, and fails if anything is left."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
from moto import mock_aws

from openshift_credentials.live.clouds import RestClient
from tests.acceptance.__main__ import main
from tests.acceptance.aws_account import AwsAccount
from tests.acceptance.azure_account import AzureAccount
from tests.acceptance.life import Life
from tests.acceptance.run import TAG, Account, Cloud, Item, Run, recorded
from tests.engine.workspace import Outcome, Workspace

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


class Rest(Account):
    """An account in which something of the run stays."""

    def own(self) -> list[Item]:
        return [Item("bucket", f"{AWS.prefix}-dev")]

    def empty(self) -> None: ...

    def remove(self, item: Item) -> None:
        raise ConnectionError(f"{item} is locked")


class Engine(Workspace):
    """An engine whose second ``up`` fails."""

    def pulumi(self, *arguments: str, stdin: str | None = None) -> Outcome:
        return Outcome(int("--expect-no-changes" in arguments), "[]", stdin or "")


def test_after_a_failed_step_the_stack_ends_and_what_is_left_fails_the_run(tmp_path: Path) -> None:
    said: list[str] = []
    life = Life(AWS, Rest(), Engine(tmp_path), said.append)
    assert not life.live()
    ended = [(stack, step) for stack, step, problem in life.steps if problem]
    assert ended == [("backups", "verify"), ("issuer", "verify"), ("account", "nothing left")]
    assert said[-1].endswith("not removed: bucket oca-x7k2p1-dev: bucket oca-x7k2p1-dev is locked")


def test_a_run_has_a_prefix_and_a_passphrase_of_its_own(tmp_path: Path) -> None:
    runs = [Run.begin(Cloud.AWS, "1", "r", "", stand_in=True) for _ in range(2)]
    secrets = [(run.create(tmp_path) / "passphrase") for run in runs]
    assert len({file.read_text() for file in secrets}) == len({run.prefix for run in runs}) == 2
    assert {file.stat().st_mode & 0o777 for file in secrets} == {0o600}
    workspace = runs[0].workspace(secrets[0].parent)
    assert "PULUMI_CONFIG_PASSPHRASE" not in workspace.environment
    assert {run.prefix for run, _ in recorded(tmp_path)} == {run.prefix for run in runs}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--cloud=azure", "--subscription=", "--tenant="), "name --subscription and --tenant"),
        (("--cloud=aws", "--stand-in"), "nobody agreed"),
    ],
)
def test_what_cannot_begin_makes_nothing(
    arguments: tuple[str, ...], problem: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr("shutil.which", str)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: False))
    assert main([*arguments, "--directory", str(tmp_path)]) == 2
    assert problem in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
