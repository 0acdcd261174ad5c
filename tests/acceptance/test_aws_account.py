"""An account of AWS by tag: all that a run has made is listed and removed, and nothing else."""

import json
from collections.abc import Generator
from typing import Any, cast

import boto3
import pytest
from moto import mock_aws

from tests.acceptance.account import Tagged, UnknownKindError, left_of, sweep
from tests.acceptance.aws_account import AwsAccount
from tests.acceptance.run import TAG, Run
from tests.acceptance.samples import run_of

REGION, SECOND = "eu-central-1", "us-west-2"


def client(service: str, region: str = REGION) -> Any:  # noqa: ANN401 - boto3 has no types
    return cast("Any", boto3.client)(service, region)  # pyright: ignore[reportUnknownMemberType]


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Generator[AwsAccount]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    with mock_aws():
        yield AwsAccount(client, REGION, [SECOND])


def make_key(run: Run, region: str = REGION) -> str:
    tags = [{"TagKey": TAG, "TagValue": run.tag}]
    return str(client("kms", region).create_key(Tags=tags)["KeyMetadata"]["Arn"])


def make_all(account: AwsAccount, run: Run) -> None:
    """Something of every kind, none of which a plain deletion removes."""
    account.make_by_hand(run)
    s3, iam = client("s3"), client("iam")
    bucket = f"{run.name}-import"
    versioned = {"Status": "Enabled"}
    s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration=versioned)
    for _ in range(2):
        s3.put_object(Bucket=bucket, Key="snapshot", Body=b"a")
    s3.delete_object(Bucket=bucket, Key="snapshot")
    statement = {"Effect": "Allow", "Action": "s3:PutObject", "Resource": "*"}
    policy = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
    iam.put_role_policy(RoleName=bucket, PolicyName="upload", PolicyDocument=policy)
    iam.create_open_id_connect_provider(
        Url=f"https://{run.suffix}.example.com", Tags=[{"Key": TAG, "Value": run.tag}]
    )
    key = make_key(run, SECOND)
    client("kms", SECOND).create_alias(AliasName=f"alias/{run.name}", TargetKeyId=key)


def test_everything_of_a_run_is_found_and_removed(account: AwsAccount) -> None:
    run = run_of()
    make_all(account, run)
    client("s3").create_bucket(
        Bucket="oca-of-others", CreateBucketConfiguration={"LocationConstraint": REGION}
    )
    client("iam").create_role(RoleName="oca-of-others", AssumeRolePolicyDocument="{}")
    make_key(run_of(suffix="others"))

    kinds = sorted(item.kind for item in left_of(account, run))
    assert kinds == ["OIDC provider", "bucket", "key", "role"]
    assert len(list(sweep(account, run))) == len(kinds)

    (waiting,) = left_of(account, run)
    assert (waiting.kind, bool(waiting.waits)) == ("key", True)
    assert client("kms", SECOND).list_aliases(KeyId=waiting.identifier)["Aliases"] == []
    assert [each["Name"] for each in client("s3").list_buckets()["Buckets"]] == ["oca-of-others"]
    assert len(client("iam").list_roles()["Roles"]) == 1


def test_another_run_is_left_alone_until_its_time_is_over(account: AwsAccount) -> None:
    goes_on, ended = run_of(suffix="others"), run_of(suffix="killed", minutes=-1)
    keys = [make_key(each) for each in (goes_on, ended)]
    assert list(sweep(account, run_of())) == [f"removed key {keys[1]}"]
    assert [item.waits for item in left_of(account, goes_on)] == [""]


def test_stores_are_emptied_of_one_run_alone(account: AwsAccount) -> None:
    runs = run_of(), run_of(suffix="others")
    for run in runs:
        make_all(account, run)
    account.empty_stores(runs[0])
    versions = [
        "Versions" in client("s3").list_object_versions(Bucket=f"{run.name}-import") for run in runs
    ]
    assert versions == [False, True]


def test_what_nobody_knows_how_to_delete_is_named_and_stops_nothing(account: AwsAccount) -> None:
    run = run_of()
    key = make_key(run)
    logs = client("logs")
    logs.create_log_group(logGroupName="acceptance", tags=dict(run.tags))
    strange = Tagged("ec2", "arn:aws:ec2:us-east-1:123456789012:volume/vol-1", run.tag)
    with pytest.raises(UnknownKindError, match="vol-1"):
        account.remove(strange)
    lines = list(sweep(account, run))
    assert f"removed key {key}" in lines
    assert any(line.startswith("not removed: logs ") for line in lines)


def test_a_name_that_is_taken_is_not_taken_over(account: AwsAccount) -> None:
    run = run_of()
    account.make_by_hand(run)
    with pytest.raises(Exception, match="BucketAlreadyOwnedByYou"):
        account.make_by_hand(run)
