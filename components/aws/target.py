"""Everything that a backup to S3 needs on AWS."""

import pulumi
import pulumi_aws as aws

from components.aws.snapshot_bucket import SnapshotBucket, SnapshotBucketArgs
from components.aws.upload_role import UploadRole, UploadRoleArgs
from components.target import Target
from hcpbackup.contract import payloads
from hcpbackup.settings import S3Storage, StackSettings


def s3_target(settings: StackSettings, storage: S3Storage) -> Target:
    """Make bucket and role in the account that the settings name, and in no other."""
    provider = aws.Provider("aws", region=storage.region, allowed_account_ids=[storage.account_id])
    options = pulumi.ResourceOptions(providers=[provider])
    bucket = SnapshotBucket(
        "snapshots",
        SnapshotBucketArgs(
            bucket=storage.bucket, region=storage.region, kms_key_arn=storage.kms_key_arn
        ),
        options,
    )
    role = UploadRole(
        "upload",
        UploadRoleArgs(
            role_name=settings.role_name,
            account_id=storage.account_id,
            region=storage.region,
            issuer=settings.management_cluster.oidc_issuer,
            operator_namespace=settings.management_cluster.operator_namespace,
            bucket=storage.bucket,
            key_prefix=storage.key_prefix,
            kms_key_arn=storage.kms_key_arn,
        ),
        options,
    )
    return Target(
        secret_form=payloads.aws_sts(role.expected_arn),
        secret_data=role.role_arn.apply(payloads.aws_sts),
        needed_first=(bucket.settled, role.settled),
        exports={"bucket": bucket.bucket_name, "roleArn": role.role_arn},
    )
