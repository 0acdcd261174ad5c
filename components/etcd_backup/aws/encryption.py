"""Default encryption of a bucket."""

import pulumi
from pulumi_aws import s3


def encryption_rule(
    kms_key_arn: pulumi.Input[str] | None, *, blocks_sse_c: bool
) -> s3.BucketServerSideEncryptionConfigurationRuleArgsDict:
    """SSE-S3, or SSE-KMS with a bucket key, which reduces requests to KMS.

    ``blocks_sse_c`` refuses objects with a key of the request.
    """
    blocked = ["SSE-C" if blocks_sse_c else "NONE"]
    if kms_key_arn is None:
        return {
            "apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"},
            "blocked_encryption_types": blocked,
        }
    return {
        "apply_server_side_encryption_by_default": {
            "sse_algorithm": "aws:kms",
            "kms_master_key_id": kms_key_arn,
        },
        "blocked_encryption_types": blocked,
        "bucket_key_enabled": True,
    }
