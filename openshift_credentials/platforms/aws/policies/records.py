"""Policies of other buckets to which AWS writes records about the snapshots.

Sources: AWS CloudTrail User Guide, "Amazon S3 bucket policy for CloudTrail"; Amazon S3 User Guide,
"Granting permissions for S3 Inventory and S3 analytics".
"""

from dataclasses import dataclass

from openshift_credentials.platforms.aws.arns import S3_SERVICE, bucket_arn
from openshift_credentials.platforms.aws.policies.document import document


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTarget:
    """A bucket for records, with a prefix that is empty or ends with a slash."""

    partition: str
    bucket: str
    prefix: str = ""


def trail_arn(partition: str, region: str, account_id: str, trail: str) -> str:
    """ARN of a trail of CloudTrail."""
    return f"arn:{partition}:cloudtrail:{region}:{account_id}:trail/{trail}"


def trail_target_policy(target: RecordTarget, account_id: str, trail: str) -> str:
    """Allow CloudTrail to read the bucket's ACL and write only the logs of this trail (an ARN)."""
    arn = bucket_arn(target.partition, target.bucket)
    service = {"Service": "cloudtrail.amazonaws.com"}
    return document(
        {
            "Sid": "CloudTrailAclCheck",
            "Effect": "Allow",
            "Principal": service,
            "Action": "s3:GetBucketAcl",
            "Resource": arn,
            "Condition": {"StringEquals": {"aws:SourceArn": trail}},
        },
        {
            "Sid": "CloudTrailWrite",
            "Effect": "Allow",
            "Principal": service,
            "Action": "s3:PutObject",
            "Resource": f"{arn}/{target.prefix}AWSLogs/{account_id}/*",
            "Condition": {
                "StringEquals": {
                    "aws:SourceArn": trail,
                    "s3:x-amz-acl": "bucket-owner-full-control",
                }
            },
        },
    )


def inventory_target_policy(target: RecordTarget, source_bucket: str, account_id: str) -> str:
    """Allow S3 to write the inventory of one bucket of one account."""
    return document(
        {
            "Sid": "InventoryOfSnapshots",
            "Effect": "Allow",
            "Principal": {"Service": S3_SERVICE},
            "Action": "s3:PutObject",
            "Resource": f"{bucket_arn(target.partition, target.bucket)}/{target.prefix}*",
            "Condition": {
                "ArnLike": {"aws:SourceArn": bucket_arn(target.partition, source_bucket)},
                "StringEquals": {
                    "aws:SourceAccount": account_id,
                    "s3:x-amz-acl": "bucket-owner-full-control",
                },
            },
        }
    )
