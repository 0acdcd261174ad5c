"""A perimeter at work, in front of a server that authorizes every request (moto).

moto authorizes by the policies of the caller alone, and knows few conditions. So each caller
gets, as statements of its own, those of bucket and key whose conditions hold for it; tests of
conditions are in test_perimeter.py. Which actions on which resources they refuse, moto decides.
"""

from collections.abc import Mapping
from typing import Any, cast

import pytest
from botocore.exceptions import ClientError

from openshift_credentials.platforms.aws.policies.document import document
from openshift_credentials.platforms.aws.policies.perimeter import (
    Perimeter,
    key_perimeter_statements,
    perimeter_statements,
)
from openshift_credentials.systems.etcd_backup.rules.upload_policy import upload_policy
from tests.kit.moto_server import ACCOUNT, REGION, Aws
from tests.platforms.aws.policies.test_enforcement import BUCKET, refused
from tests.platforms.aws.policies.test_perimeter import THROUGH_S3, holds

READER, JOB, ADMINISTRATOR = (
    f"arn:aws:iam::{ACCOUNT}:role/{name}"
    for name in ("break-glass", "etcd-backup", "administrator")
)
PERIMETER = Perimeter(readers=[READER], uploaders=[JOB])
ALL = document({"Effect": "Allow", "Action": ["s3:*", "kms:*"], "Resource": "*"})
UPLOAD = upload_policy("aws", REGION, BUCKET, ["etcd-backups"])
SNAPSHOT = {"Bucket": BUCKET, "Key": "etcd-backups/1.db"}
ANYBODY = document(
    {
        "Effect": "Allow",
        "Principal": {"AWS": f"arn:aws:iam::{ACCOUNT}:root"},
        "Action": "sts:AssumeRole",
    }
)


class Caller:
    """Clients of a role, with the statements that hold for it."""

    def __init__(self, aws: Aws, arn: str, policy: str) -> None:
        name = arn.rpartition("/")[2]
        iam = aws.client("iam")
        iam.create_role(RoleName=name, AssumeRolePolicyDocument=ANYBODY)
        iam.put_role_policy(RoleName=name, PolicyName="own", PolicyDocument=policy)
        if denied := refusals({"aws:PrincipalArn": arn}):
            iam.put_role_policy(
                RoleName=name, PolicyName="perimeter", PolicyDocument=document(*denied)
            )
        session = aws.client("sts").assume_role(RoleArn=arn, RoleSessionName="test")["Credentials"]
        keys = {
            "aws_access_key_id": session["AccessKeyId"],
            "aws_secret_access_key": session["SecretAccessKey"],
            "aws_session_token": session["SessionToken"],
        }
        self.s3: Any = aws.client("s3", **keys)
        self.kms: Any = aws.client("kms", **keys)


def refusals(request: Mapping[str, str]) -> list[dict[str, Any]]:
    """Statements that hold for a caller: of the bucket, and of the key where S3 is not asked."""
    statements = [
        *perimeter_statements("aws", BUCKET, PERIMETER),
        *key_perimeter_statements("aws", REGION, PERIMETER),
    ]
    return [
        {name: part for name, part in each.items() if name not in ("Principal", "Condition")}
        for each in cast("list[dict[str, Any]]", statements)
        if holds(each["Condition"], request)
    ]


def test_break_glass_works_the_uploader_uploads_and_an_administrator_neither_reads_nor_deletes(
    aws: Aws,
) -> None:
    setup = aws.client("s3")
    setup.create_bucket(Bucket=BUCKET)
    setup.put_object(**SNAPSHOT, Body=b"before")
    key = aws.client("kms").create_key()["KeyMetadata"]["KeyId"]
    sealed = aws.client("kms").encrypt(KeyId=key, Plaintext=b"data key")["CiphertextBlob"]
    reader, job = Caller(aws, READER, ALL), Caller(aws, JOB, UPLOAD)
    administrator = Caller(aws, ADMINISTRATOR, ALL)
    aws.authorize_from_now_on()

    job.s3.put_object(Bucket=BUCKET, Key="etcd-backups/2.db", Body=b"snapshot")
    upload = job.s3.create_multipart_upload(**SNAPSHOT)["UploadId"]
    job.s3.upload_part(**SNAPSHOT, UploadId=upload, PartNumber=1, Body=b"part")
    job.s3.abort_multipart_upload(**SNAPSHOT, UploadId=upload)

    administrator.s3.list_objects_v2(Bucket=BUCKET)
    administrator.s3.get_bucket_versioning(Bucket=BUCKET)
    for caller in (administrator, job):
        assert refused(lambda caller=caller: caller.s3.get_object(**SNAPSHOT)), caller
        assert refused(lambda caller=caller: caller.s3.delete_object(**SNAPSHOT)), caller
        with pytest.raises(ClientError, match="not authorized to perform: kms:Decrypt"):
            caller.kms.decrypt(CiphertextBlob=sealed, KeyId=key)

    assert reader.kms.decrypt(CiphertextBlob=sealed, KeyId=key)["Plaintext"] == b"data key"
    assert reader.s3.get_object(**SNAPSHOT)["Body"].read() == b"before"
    reader.s3.delete_object(**SNAPSHOT)


def test_the_uploader_decrypts_through_s3_as_an_upload_in_parts_needs() -> None:
    assert not [
        each
        for each in refusals({"aws:PrincipalArn": JOB, **THROUGH_S3})
        if "kms:Decrypt" in each["Action"]
    ]
