"""From types of S3 resources to the actions that the AWS provider calls.

Source: hashicorp/terraform-provider-aws ``internal/service/s3`` (6.x, which pulumi-aws 7 is built
on), and the Service Authorization Reference for the action of each call: several deletions are
authorized as the action that sets the same configuration.
"""

from collections.abc import Mapping
from typing import Final

from openshift_credentials.deployer import aws_targets as on
from openshift_credentials.deployer.aws_right import Right
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.aws.arns import S3_SERVICE


def _configuration(read: str, write: str, delete: str = "") -> tuple[Right, ...]:
    """Part of a bucket that is read, written and deleted; HeadBucket finds the bucket."""
    return (
        Right(
            target=on.bucket,
            read=(f"s3:{read}", "s3:ListBucket"),
            create=(f"s3:{write}",),
            update=(f"s3:{write}",),
            delete=(f"s3:{delete or write}",),
        ),
    )


_BUCKET: Final = Right(
    target=on.bucket,
    # The provider reads every property of a bucket, even those that no stack sets.
    read=(
        "s3:GetAccelerateConfiguration", "s3:GetBucketAcl", "s3:GetBucketCORS",
        "s3:GetBucketLogging", "s3:GetBucketObjectLockConfiguration", "s3:GetBucketPolicy",
        "s3:GetBucketRequestPayment", "s3:GetBucketTagging", "s3:GetBucketVersioning",
        "s3:GetBucketWebsite", "s3:GetEncryptionConfiguration", "s3:GetLifecycleConfiguration",
        "s3:GetReplicationConfiguration", "s3:ListBucket", "s3:ListTagsForResource",
    ),
    create=("s3:CreateBucket", "s3:PutBucketTagging", "s3:TagResource"),
    update=("s3:PutBucketTagging", "s3:TagResource", "s3:UntagResource"),
    delete=("s3:DeleteBucket",),
)  # fmt: skip

S3_RIGHTS: Final[Mapping[str, tuple[Right, ...]]] = {
    resource_types.BUCKET: (_BUCKET,),
    "aws:s3/inventory:Inventory": _configuration(
        "GetInventoryConfiguration", "PutInventoryConfiguration"
    ),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": _configuration(
        "GetLifecycleConfiguration", "PutLifecycleConfiguration"
    ),
    "aws:s3/bucketLogging:BucketLogging": _configuration("GetBucketLogging", "PutBucketLogging"),
    "aws:s3/bucketNotification:BucketNotification": _configuration(
        "GetBucketNotification", "PutBucketNotification"
    ),
    "aws:s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration": _configuration(
        "GetBucketObjectLockConfiguration", "PutBucketObjectLockConfiguration"
    ),
    "aws:s3/bucketObjectv2:BucketObjectv2": (
        Right(
            target=on.objects,
            read=("s3:GetObject", "s3:GetObjectTagging"),
            create=("s3:PutObject", "s3:PutObjectTagging"),
            update=("s3:PutObject", "s3:PutObjectTagging"),
            delete=("s3:DeleteObject",),
        ),
        # Without it, S3 returns "forbidden" instead of "not found".
        Right(target=on.bucket, read=("s3:ListBucket",)),
    ),
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": _configuration(
        "GetBucketOwnershipControls", "PutBucketOwnershipControls"
    ),
    "aws:s3/bucketPolicy:BucketPolicy": _configuration(
        "GetBucketPolicy", "PutBucketPolicy", "DeleteBucketPolicy"
    ),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": _configuration(
        "GetBucketPublicAccessBlock", "PutBucketPublicAccessBlock"
    ),
    "aws:s3/bucketReplicationConfig:BucketReplicationConfig": (
        *_configuration("GetReplicationConfiguration", "PutReplicationConfiguration"),
        # S3 gets the role for replication.
        Right(target=on.its_role, create=("iam:PassRole",), update=("iam:PassRole",),
              condition=("iam:PassedToService", S3_SERVICE)),
    ),
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration":
        _configuration("GetEncryptionConfiguration", "PutEncryptionConfiguration"),
    "aws:s3/bucketVersioning:BucketVersioning": _configuration(
        "GetBucketVersioning", "PutBucketVersioning"
    ),
}  # fmt: skip
"""By type token."""
