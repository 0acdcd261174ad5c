"""Policies that cross accounts and regions: well-formed, narrow, and enforced (moto)."""

import json
from dataclasses import replace

import pytest

from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.platforms.aws.policies.document import document
from openshift_credentials.platforms.aws.policies.replication import (
    Copy,
    copy_actions,
    replica_bucket_statement,
    replica_key_statement,
    replication_policy,
    replication_trust_policy,
)
from openshift_credentials.systems.etcd_backup.rules.elsewhere_policies import (
    RemoteRole,
    bucket_statements,
    copy_key_statement,
    copy_statement,
    key_statements,
)
from tests.kit.moto_server import ACCOUNT, Aws
from tests.platforms.aws.policies.linter import findings
from tests.platforms.aws.policies.test_enforcement import BUCKET, OTHER_BUCKET, refused

ROLE = f"arn:aws:iam::{ACCOUNT}:role/etcd-backup"
KEY = f"arn:aws:kms:us-east-1:{ACCOUNT}:key/1234abcd-12ab-34cd-56ef-1234567890ab"
REMOTE = RemoteRole(arn=ROLE, key_prefixes=["a"])
COPY = Copy(
    partition="aws",
    account_id=ACCOUNT,
    bucket=BUCKET,
    region="us-east-1",
    target_account_id=ACCOUNT,
    target_bucket=OTHER_BUCKET,
    target_region="eu-west-1",
)
AWAY = Copy(
    partition="aws",
    account_id=ACCOUNT,
    bucket=BUCKET,
    region="us-east-1",
    target_account_id="999999999999",
    target_bucket=OTHER_BUCKET,
    target_region="us-east-1",
    target_key_arn=KEY.replace(ACCOUNT, "999999999999"),
    delete_markers=True,
)


@pytest.mark.parametrize("restore", [False, True])
def test_a_role_of_another_account_is_named_by_a_condition(restore: bool) -> None:
    role = RemoteRole(arn=ROLE, key_prefixes=["a", "b?"], restore=restore)
    (statement,) = bucket_statements("hosted", [role])

    assert statement["Principal"] == {"AWS": f"arn:aws:iam::{ACCOUNT}:root"}
    assert statement["Condition"] == {"ArnEquals": {"aws:PrincipalArn": ROLE}}
    assert statement["Resource"] == ["arn:aws:s3:::hosted/a/*", "arn:aws:s3:::hosted/b${?}/*"]
    assert ("s3:GetObject" in str(statement["Action"])) is restore
    assert "Delete" not in str(statement["Action"])


@pytest.mark.parametrize(
    "policy",
    [
        bucket_policy("aws", "hosted", extra=bucket_statements("hosted", [REMOTE])),
        key_policy("aws", ACCOUNT, key_statements([REMOTE])),
        replication_trust_policy(),
        replication_policy(COPY, None),
        replication_policy(AWAY, KEY),
        document(replica_bucket_statement(OTHER_BUCKET, ROLE, delete_markers=True)),
        key_policy("aws", ACCOUNT, [replica_key_statement(ROLE), copy_key_statement(REMOTE)]),
        bucket_policy("aws", "hosted", extra=[copy_statement("hosted", REMOTE)]),
    ],
)
def test_no_policy_has_a_finding(policy: str) -> None:
    assert findings(policy) == []


def test_deletions_are_copied_only_where_they_are_asked_for() -> None:
    assert "s3:ReplicateDelete" not in copy_actions(COPY)
    assert "s3:ReplicateDelete" in copy_actions(AWAY)
    assert "s3:ObjectOwnerOverrideToBucketOwner" in copy_actions(AWAY)
    assert "s3:ObjectOwnerOverrideToBucketOwner" not in copy_actions(COPY)


def test_keys_are_used_through_s3_of_their_own_region() -> None:
    policy = json.loads(replication_policy(AWAY, KEY))
    by_sid = {each["Sid"]: each for each in policy["Statement"]}

    assert by_sid["DecryptSnapshots"]["Resource"] == KEY
    assert by_sid["EncryptCopies"]["Resource"] == AWAY.target_key_arn
    assert by_sid["EncryptCopies"]["Action"] == ["kms:Decrypt", "kms:Encrypt"], (
        "S3 decrypts to verify a bucket key"
    )
    assert replica_key_statement(ROLE)["Action"] == ["kms:Decrypt", "kms:Encrypt"]
    for sid in ("DecryptSnapshots", "EncryptCopies"):
        assert by_sid[sid]["Condition"]["StringEquals"] == {
            "kms:ViaService": "s3.us-east-1.amazonaws.com"
        }


def test_locks_are_read_where_they_are_copied() -> None:
    """Without both, S3 copies no object of a bucket with object lock, and tells nobody."""
    locks = {"s3:GetObjectLegalHold", "s3:GetObjectRetention"}
    for locked in (False, True):
        policy = json.loads(replication_policy(replace(COPY, locked=locked), None))
        by_sid = {each["Sid"]: each for each in policy["Statement"]}
        allowed = {*by_sid["ReadSnapshotVersions"]["Action"]}
        assert by_sid["ReadSnapshotVersions"]["Resource"] == f"arn:aws:s3:::{BUCKET}/*"
        assert locks & allowed == (locks if locked else set())


def test_the_trust_of_the_role_that_copies_has_no_condition_that_nothing_says_to_hold() -> None:
    (statement,) = json.loads(replication_trust_policy())["Statement"]
    assert statement["Principal"] == {"Service": "s3.amazonaws.com"}
    assert "Condition" not in statement


def test_the_role_that_copies_reads_no_snapshot_by_itself_and_deletes_nothing(aws: Aws) -> None:
    setup = aws.client("s3")
    for bucket in (BUCKET, OTHER_BUCKET):
        setup.create_bucket(Bucket=bucket)
        setup.put_object(Bucket=bucket, Key="etcd-backups/1.db", Body=b"before")
    iam = aws.client("iam")
    role = iam.create_role(RoleName="copy", AssumeRolePolicyDocument=replication_trust_policy())[
        "Role"
    ]["Arn"]
    iam.put_role_policy(
        RoleName="copy", PolicyName="copy", PolicyDocument=replication_policy(COPY, None)
    )
    session = aws.client("sts").assume_role(RoleArn=role, RoleSessionName="copy")["Credentials"]
    aws.authorize_from_now_on()
    s3 = aws.client(
        "s3",
        aws_access_key_id=session["AccessKeyId"],
        aws_secret_access_key=session["SecretAccessKey"],
        aws_session_token=session["SessionToken"],
    )

    s3.list_objects_v2(Bucket=BUCKET)
    snapshot = {"Key": "etcd-backups/1.db"}
    for bucket in (BUCKET, OTHER_BUCKET):
        assert refused(lambda bucket=bucket: s3.get_object(Bucket=bucket, **snapshot)), bucket
        assert refused(lambda bucket=bucket: s3.delete_object(Bucket=bucket, **snapshot)), bucket
    assert refused(lambda: s3.list_objects_v2(Bucket=OTHER_BUCKET))
