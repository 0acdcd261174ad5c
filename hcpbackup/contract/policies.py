"""IAM and S3 policy documents, as JSON that is equal in every run.

Sources: openshift/hypershift ``etcd-upload/s3_uploader.go`` for what the uploader calls, and
its Job's projected token (reconciler.go) for audience and subject.
"""

from collections.abc import Sequence
from typing import Final

from hcpbackup.contract.aws import STS_AUDIENCE, bucket_arn, oidc_provider_arn, provider_of
from hcpbackup.contract.names import canonical_json

Statement = dict[str, object]

UPLOAD_ACTIONS: Final = ("s3:AbortMultipartUpload", "s3:PutObject")
"""What the uploader calls; ``PutObject`` also covers starting and completing an upload in parts."""

KMS_ACTIONS: Final = ("kms:Decrypt", "kms:GenerateDataKey")
"""What S3 asks of the key on behalf of the role; an upload in parts needs both."""


def trust_policy(partition: str, account_id: str, issuer: str, subjects: Sequence[str]) -> str:
    """Who may assume the role: exactly these service accounts, with the backup Job's audience.

    ``subjects`` are whole ``sub`` claims. Both ``sub`` and ``aud`` are always required.
    """
    provider = provider_of(issuer)
    return _document(
        {
            "Effect": "Allow",
            "Action": "sts:AssumeRoleWithWebIdentity",
            "Principal": {"Federated": oidc_provider_arn(partition, account_id, issuer)},
            "Condition": {
                "StringEquals": {
                    f"{provider}:aud": STS_AUDIENCE,
                    f"{provider}:sub": subjects[0] if len(subjects) == 1 else sorted(subjects),
                }
            },
        }
    )


def upload_policy(
    partition: str, region: str, bucket: str, key_prefix: str, kms_key_arn: str | None = None
) -> str:
    """What the role may do: upload below the prefix, and use the key for that."""
    objects = f"{bucket_arn(partition, bucket)}/{key_prefix.rstrip('/')}/*"
    statements: list[Statement] = [
        {
            "Sid": "UploadSnapshots",
            "Effect": "Allow",
            "Action": list(UPLOAD_ACTIONS),
            "Resource": objects,
        }
    ]
    if kms_key_arn:
        suffix = "amazonaws.com.cn" if partition == "aws-cn" else "amazonaws.com"
        statements.append(
            {
                "Sid": "EncryptSnapshots",
                "Effect": "Allow",
                "Action": list(KMS_ACTIONS),
                "Resource": kms_key_arn,
                "Condition": {"StringEquals": {"kms:ViaService": f"s3.{region}.{suffix}"}},
            }
        )
    return _document(*statements)


def bucket_policy(partition: str, bucket: str) -> str:
    """Refuse requests without TLS, or with a version of it below 1.2."""
    arn = bucket_arn(partition, bucket)
    everything: Statement = {
        "Effect": "Deny",
        "Principal": "*",
        "Action": "s3:*",
        "Resource": [arn, f"{arn}/*"],
    }
    return _document(
        {
            **everything,
            "Sid": "DenyWithoutTLS",
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        },
        {
            **everything,
            "Sid": "DenyOldTLS",
            "Condition": {"NumericLessThan": {"s3:TlsVersion": "1.2"}},
        },
    )


def _document(*statements: Statement) -> str:
    return canonical_json({"Version": "2012-10-17", "Statement": list(statements)})
