"""The policies at work: a server with AWS's API that authorizes every request (moto).

A session of the role does what the uploader and OADP's plugin do, and tries what it must not.
"""

import json
from collections.abc import Callable
from typing import Any

from botocore.exceptions import ClientError

from openshift_credentials.platforms.aws.policies import trust_policy
from openshift_credentials.systems.etcd_backup.rules.names import service_account_subject
from openshift_credentials.systems.etcd_backup.rules.policies import upload_policy
from tests.kit.moto_server import ACCOUNT, REGION, Aws
from tests.kit.nonempty import nonempty

BUCKET = "snapshots"
OTHER_BUCKET = "somebody-elses"


def session_of_the_role(aws: Aws, *, restore: bool = False) -> Any:  # noqa: ANN401 - of boto3
    """Make role and buckets, then an S3 client with a session that a token of the Job gets."""
    setup = aws.client("s3")
    for bucket in (BUCKET, OTHER_BUCKET):
        setup.create_bucket(Bucket=bucket)
    for bucket in (BUCKET, OTHER_BUCKET):
        for key in ("etcd-backups/1.db", "elsewhere/1.db", "etcd-backups-old/1.db"):
            setup.put_object(Bucket=bucket, Key=key, Body=b"before")
    iam = aws.client("iam")
    role = iam.create_role(
        RoleName="etcd-backup",
        AssumeRolePolicyDocument=trust_policy(
            "aws", ACCOUNT, "https://oidc.example.com/a", [service_account_subject("hypershift")]
        ),
    )["Role"]["Arn"]
    iam.put_role_policy(
        RoleName="etcd-backup",
        PolicyName="upload-etcd-snapshots",
        PolicyDocument=upload_policy("aws", REGION, BUCKET, ["etcd-backups"], restore=restore),
    )
    session = aws.client("sts").assume_role_with_web_identity(
        RoleArn=role, RoleSessionName="backup", WebIdentityToken="token-of-the-job"
    )["Credentials"]
    aws.authorize_from_now_on()
    return aws.client(
        "s3",
        aws_access_key_id=session["AccessKeyId"],
        aws_secret_access_key=session["SecretAccessKey"],
        aws_session_token=session["SessionToken"],
    )


def test_the_role_uploads_in_one_request_and_in_parts(aws: Aws) -> None:
    s3 = session_of_the_role(aws)

    s3.put_object(Bucket=BUCKET, Key="etcd-backups/2.db", Body=b"snapshot")
    upload = s3.create_multipart_upload(Bucket=BUCKET, Key="etcd-backups/3.db")["UploadId"]
    part = s3.upload_part(Bucket=BUCKET, Key="etcd-backups/3.db", UploadId=upload, PartNumber=1, Body=b"part")
    s3.complete_multipart_upload(
        Bucket=BUCKET,
        Key="etcd-backups/3.db",
        UploadId=upload,
        MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]},
    )


def test_the_role_aborts_an_upload_that_failed(aws: Aws) -> None:
    s3 = session_of_the_role(aws)

    upload = s3.create_multipart_upload(Bucket=BUCKET, Key="etcd-backups/4.db")["UploadId"]
    s3.abort_multipart_upload(Bucket=BUCKET, Key="etcd-backups/4.db", UploadId=upload)


def test_the_role_may_do_nothing_else(aws: Aws) -> None:
    s3 = session_of_the_role(aws)

    for what, attempt in nonempty(forbidden(s3).items()):
        assert refused(attempt), f"the role may {what}"
    assert refused(lambda: s3.get_object(Bucket=BUCKET, Key="etcd-backups/1.db")), "may read"


def test_restore_reads_snapshots_and_nothing_more(aws: Aws) -> None:
    s3 = session_of_the_role(aws, restore=True)

    body = s3.get_object(Bucket=BUCKET, Key="etcd-backups/1.db")["Body"].read()
    assert body == b"before"
    for what, attempt in nonempty(forbidden(s3).items()):
        assert refused(attempt), f"the role may {what}"


def forbidden(s3: Any) -> dict[str, Callable[[], object]]:  # noqa: ANN401 - made by boto3
    """What the role must never be able to do, by what it would be."""
    below = {"Bucket": BUCKET, "Key": "etcd-backups/1.db"}
    return {
        "list the bucket": lambda: s3.list_objects_v2(Bucket=BUCKET),
        "list below the prefix": lambda: s3.list_objects_v2(Bucket=BUCKET, Prefix="etcd-backups/"),
        "list buckets": s3.list_buckets,
        "delete a snapshot": lambda: s3.delete_object(**below),
        "change the ACL of a snapshot": lambda: s3.put_object_acl(**below, ACL="public-read"),
        "change the tags of a snapshot": lambda: s3.put_object_tagging(**below, Tagging={"TagSet": []}),
        "write elsewhere": lambda: s3.put_object(Bucket=BUCKET, Key="elsewhere/1.db", Body=b""),
        "write to a neighbour": lambda: s3.put_object(Bucket=BUCKET, Key="etcd-backups-old/1.db", Body=b""),
        "write at the prefix itself": lambda: s3.put_object(Bucket=BUCKET, Key="etcd-backups", Body=b""),
        "write to another bucket": lambda: s3.put_object(Bucket=OTHER_BUCKET, Key="etcd-backups/1.db", Body=b""),
        "read elsewhere": lambda: s3.get_object(Bucket=BUCKET, Key="elsewhere/1.db"),
        "read in another bucket": lambda: s3.get_object(Bucket=OTHER_BUCKET, Key="etcd-backups/1.db"),
        "change the bucket's policy": lambda: s3.put_bucket_policy(
            Bucket=BUCKET, Policy=json.dumps({"Version": "2012-10-17", "Statement": []})
        ),
        "delete the bucket": lambda: s3.delete_bucket(Bucket=BUCKET),
    }


def refused(attempt: Callable[[], object]) -> bool:
    """Whether AWS refuses for want of permission; any other refusal is an error of the test."""
    try:
        attempt()
    except ClientError as error:
        if error.response.get("Error", {}).get("Code") != "AccessDenied":
            raise
        return True
    return False
