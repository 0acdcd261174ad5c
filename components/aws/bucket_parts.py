"""Inputs of the bucket's encryption and object lock, as the provider takes them."""

import pulumi
from pulumi_aws import s3


def encryption_rule(
    kms_key_arn: pulumi.Input[str] | None,
) -> s3.BucketServerSideEncryptionConfigurationRuleArgsDict:
    """SSE-S3, or SSE-KMS with a bucket key, which spares most requests to KMS."""
    if kms_key_arn is None:
        return {"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}
    return {
        "apply_server_side_encryption_by_default": {
            "sse_algorithm": "aws:kms",
            "kms_master_key_id": kms_key_arn,
        },
        "bucket_key_enabled": True,
    }


def object_lock_rule(mode: str, days: int) -> s3.BucketObjectLockConfigurationRuleArgsDict:
    """Default retention of every new object."""
    return {"default_retention": {"mode": mode, "days": days}}
