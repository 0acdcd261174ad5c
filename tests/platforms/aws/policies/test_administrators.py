"""Who may change what protects snapshots: request by request, and at work (moto)."""

from collections.abc import Callable
from typing import Any, Final, cast

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.platforms.aws.policies.document import document
from openshift_credentials.platforms.aws.policies.perimeter import (
    Perimeter,
    assert_administrator,
    key_perimeter_statements,
    perimeter_statements,
)
from tests.kit.moto_server import ACCOUNT, REGION, Aws
from tests.platforms.aws.policies.linter import findings
from tests.platforms.aws.policies.test_enforcement import BUCKET, refused
from tests.platforms.aws.policies.test_perimeter import (
    holds,
    key_refused,
    refused as bucket_refuses,
)

DEPLOYER, BREAK_GLASS, OTHER = (
    f"arn:aws:iam::{ACCOUNT}:role/{name}"
    for name in ("platform/deployer", "break-glass", "administrator")
)
ROOT: Final = f"arn:aws:iam::{ACCOUNT}:root"
PERIMETER: Final = Perimeter(administrators=[DEPLOYER, BREAK_GLASS])
ON_BUCKET: Final = (
    "s3:DeleteBucket",
    "s3:DeleteBucketPolicy",
    "s3:PutBucketObjectLockConfiguration",
    "s3:PutBucketOwnershipControls",
    "s3:PutBucketPolicy",
    "s3:PutBucketPublicAccessBlock",
    "s3:PutBucketVersioning",
    "s3:PutEncryptionConfiguration",
    "s3:PutLifecycleConfiguration",
    "s3:PutReplicationConfiguration",
)
ON_KEY: Final = (
    "kms:DisableKey",
    "kms:DisableKeyRotation",
    "kms:PutKeyPolicy",
    "kms:ScheduleKeyDeletion",
)
HARMLESS_ON_BUCKET: Final = ("s3:GetBucketPolicy", "s3:GetLifecycleConfiguration", "s3:ListBucket")
HARMLESS_ON_KEY: Final = ("kms:DescribeKey", "kms:GetKeyPolicy", "kms:CancelKeyDeletion")


@pytest.mark.parametrize(
    ("caller", "denied"), [(DEPLOYER, False), (BREAK_GLASS, False), (ROOT, False), (OTHER, True)]
)
def test_the_administrators_and_the_root_user_change_and_nobody_else(
    caller: str, *, denied: bool
) -> None:
    request = {"aws:PrincipalArn": caller}
    for action in ON_BUCKET:
        assert bucket_refuses(PERIMETER, action, request) is denied, action
    for action in ON_KEY:
        assert key_refused(PERIMETER, action, request) is denied, action


def test_nobody_is_denied_to_look_or_to_save_a_key() -> None:
    request = {"aws:PrincipalArn": OTHER}
    assert not any(bucket_refuses(PERIMETER, action, request) for action in HARMLESS_ON_BUCKET)
    assert not any(key_refused(PERIMETER, action, request) for action in HARMLESS_ON_KEY)


def test_without_administrators_nobody_is_denied_a_change() -> None:
    for action in ON_BUCKET:
        assert not bucket_refuses(Perimeter(), action, {"aws:PrincipalArn": OTHER})


def test_policies_with_administrators_have_no_finding() -> None:
    on_bucket = perimeter_statements("aws", BUCKET, PERIMETER)
    assert findings(bucket_policy("aws", BUCKET, extra=on_bucket)) == []
    on_key = key_perimeter_statements("aws", REGION, PERIMETER)
    assert findings(key_policy("aws", ACCOUNT, on_key)) == []


def client(aws: Aws, arn: str, service: str) -> Any:  # noqa: ANN401 - as boto3's
    """A client of a role that may do everything but what the perimeter denies it."""
    name = arn.rpartition("/")[2]
    iam = aws.client("iam")
    path = arn.partition(":role")[2].removesuffix(name)
    trust = document({"Effect": "Allow", "Principal": {"AWS": ROOT}, "Action": "sts:AssumeRole"})
    iam.create_role(RoleName=name, Path=path, AssumeRolePolicyDocument=trust)
    everything = document({"Effect": "Allow", "Action": ["s3:*", "kms:*"], "Resource": "*"})
    iam.put_role_policy(RoleName=name, PolicyName="own", PolicyDocument=everything)
    statements = cast("list[dict[str, Any]]", list(perimeter_statements("aws", BUCKET, PERIMETER)))
    denied = [
        {key: part for key, part in each.items() if key not in ("Principal", "Condition")}
        for each in statements
        if holds(each["Condition"], {"aws:PrincipalArn": arn})
    ]
    if denied:
        iam.put_role_policy(RoleName=name, PolicyName="perimeter", PolicyDocument=document(*denied))
    session = aws.client("sts").assume_role(RoleArn=arn, RoleSessionName="test")["Credentials"]
    return aws.client(
        service,
        aws_access_key_id=session["AccessKeyId"],
        aws_secret_access_key=session["SecretAccessKey"],
        aws_session_token=session["SessionToken"],
    )


def changes(s3: Any) -> list[Callable[[], object]]:  # noqa: ANN401 - as boto3's
    at = {"Bucket": BUCKET}
    rule = {"ID": "all", "Status": "Enabled", "Filter": {}, "Expiration": {"Days": 1}}
    return [
        lambda: s3.put_bucket_versioning(**at, VersioningConfiguration={"Status": "Suspended"}),
        lambda: s3.put_bucket_lifecycle_configuration(
            **at, LifecycleConfiguration={"Rules": [rule]}
        ),
        lambda: s3.delete_bucket_policy(**at),
        lambda: s3.delete_bucket(**at),
    ]


def test_an_administrator_of_the_account_suspends_and_expires_nothing(aws: Aws) -> None:
    aws.client("s3").create_bucket(Bucket=BUCKET)
    other, deployer = (client(aws, arn, "s3") for arn in (OTHER, DEPLOYER))
    aws.authorize_from_now_on()

    for change in changes(other):
        assert refused(change)
    other.get_bucket_versioning(Bucket=BUCKET)
    other.put_object(Bucket=BUCKET, Key="etcd-backups/1.db", Body=b"snapshot")
    other.delete_object(Bucket=BUCKET, Key="etcd-backups/1.db")
    for change in changes(deployer):
        change()


@pytest.mark.parametrize(
    ("session", "may"),
    [
        (f"arn:aws:sts::{ACCOUNT}:assumed-role/deployer/pulumi", True),
        (f"arn:aws:sts::{ACCOUNT}:assumed-role/break-glass/me", True),
        (ROOT, True),
        (f"arn:aws:sts::{ACCOUNT}:assumed-role/administrator/me", False),
        ("arn:aws:sts::999999999999:assumed-role/deployer/pulumi", False),
        (f"arn:aws:iam::{ACCOUNT}:user/deployer", False),
        (f"arn:aws:sts::{ACCOUNT}:federated-user/deployer", False),
    ],
)
def test_a_session_that_would_lock_itself_out_is_stopped(session: str, *, may: bool) -> None:
    if may:
        assert_administrator(session, PERIMETER.administrators)
        return
    with pytest.raises(ContractError, match="none of perimeter") as stopped:
        assert_administrator(session, PERIMETER.administrators)
    assert session in str(stopped.value)
