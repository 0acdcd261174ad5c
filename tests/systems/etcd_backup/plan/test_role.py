"""The upload role: which one a stack may use, and what its policy says."""

import json
from typing import Any, Final

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.plan.aws import assert_role_stays, uploading_role
from openshift_credentials.systems.etcd_backup.plan.other_accounts import plan_copy
from openshift_credentials.systems.etcd_backup.settings import S3Upload
from tests.kit.trees import AWS, AZURE, Tree, changed, load

ROLE: Final = "arn:aws:iam::123456789012:role/shared"
EXISTING: Final = {"existingRole": True, "roleName": "shared"}
KEY: Final = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
COPY_KEY: Final = "arn:aws:kms:eu-west-1:123456789012:key/00000000-12ab-34cd-56ef-1234567890ab"


def test_a_role_that_the_stack_has_created_is_not_one_that_exists() -> None:
    with pytest.raises(ContractError, match=f"this stack has created {ROLE}"):
        assert_role_stays([ROLE], load(changed(AWS, credentials=EXISTING)))


@pytest.mark.parametrize(
    ("tree", "credentials", "created"),
    [
        (AWS, EXISTING, []),
        (AWS, EXISTING, [f"{ROLE}-2"]),
        (AWS, {"roleName": "shared"}, [ROLE]),
        (
            AWS,
            {
                "mode": "aws-static",
                "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
                "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            },
            [ROLE],
        ),
        (AZURE, {}, [ROLE]),
    ],
)
def test_every_other_role_may_be_used(
    tree: Tree, credentials: dict[str, Any], created: list[str]
) -> None:
    assert_role_stays(created, load(changed(tree, credentials=credentials)))


@pytest.mark.parametrize(
    ("cluster", "name"),
    [
        ("mc-1", "mc-1-etcd-replication"),
        ("mc.eu.1", "mc-eu-1-etcd-replication"),
        ("m" * 47, f"{'m' * 47}-etcd-replication"),
        ("m" * 48, f"{'m' * 48}-etcd-877d311349"),
    ],
)
def test_the_role_of_the_copies_has_a_name_that_iam_takes(cluster: str, name: str) -> None:
    """IAM takes 64 characters of a role; a longer name is cut, and ends with a digest."""
    copied = {**AWS["storage"]["s3"], "replication": {"bucket": "copies", "region": "eu-west-1"}}
    settings = load(changed(AWS, cluster__name=cluster, storage__s3=copied))
    assert isinstance(settings.upload, S3Upload)
    copy = plan_copy(settings, settings.upload.storage)
    assert copy
    assert len(name) <= 64
    assert (copy.role_name, copy.role_arn) == (name, f"arn:aws:iam::123456789012:role/{name}")


def test_the_policy_has_every_condition_of_the_settings() -> None:
    conditions = {
        "secureTransport": True,
        "sourceVpce": ["vpce-01234567", "vpce-89abcdef"],
        "resourceOrgID": "o-a1b2c3d4e5",
        "principalOrgID": "o-a1b2c3d4e6",
    }
    copy = {"bucket": "copies", "region": "eu-west-1", "restore": True, "kmsKeyARN": COPY_KEY}
    given = {"kmsKeyARN": KEY, "conditions": conditions, "replication": copy}
    tree = changed(AWS, storage__s3={**AWS["storage"]["s3"], **given})
    upload = load(changed(tree, credentials={"restore": True})).upload
    assert isinstance(upload, S3Upload)
    role = uploading_role(load(changed(tree, credentials={"restore": True})), upload)
    assert role
    asked = {
        "StringEquals": {
            "aws:ResourceAccount": "123456789012",
            "aws:SourceVpce": ["vpce-01234567", "vpce-89abcdef"],
            "aws:ResourceOrgID": "o-a1b2c3d4e5",
            "aws:PrincipalOrgID": "o-a1b2c3d4e6",
        },
        "Bool": {"aws:SecureTransport": "true"},
    }

    def below(bucket: str, sid: str, actions: str | list[str]) -> dict[str, Any]:
        return {
            "Sid": sid,
            "Effect": "Allow",
            "Action": actions,
            "Resource": f"arn:aws:s3:::{bucket}/etcd-backups/*",
            "Condition": asked,
        }

    def with_key(arn: str, region: str, sid: str, actions: str | list[str]) -> dict[str, Any]:
        return {
            "Sid": sid,
            "Effect": "Allow",
            "Action": actions,
            "Resource": arn,
            "Condition": {"StringEquals": {"kms:ViaService": f"s3.{region}.amazonaws.com"}},
        }

    assert json.loads(role.permission_policy(KEY)) == {
        "Version": "2012-10-17",
        "Statement": [
            below("snapshots", "UploadSnapshots", ["s3:AbortMultipartUpload", "s3:PutObject"]),
            below("snapshots", "ReadSnapshots", "s3:GetObject"),
            with_key(KEY, "us-east-1", "EncryptSnapshots", ["kms:Decrypt", "kms:GenerateDataKey"]),
            below("copies", "ReadCopies", "s3:GetObject"),
            with_key(COPY_KEY, "eu-west-1", "DecryptCopies", "kms:Decrypt"),
        ],
    }
