"""Resource policies: what the bucket refuses to everybody, and who rules its KMS key."""

from collections.abc import Iterable
from enum import StrEnum

from openshift_credentials.aws.arns import bucket_arn
from openshift_credentials.aws.policies.document import Statement, document


class TlsVersion(StrEnum):
    """Oldest version of TLS that the bucket takes; S3 itself has no older one."""

    TLS_1_2 = "1.2"
    TLS_1_3 = "1.3"


def bucket_policy(
    partition: str,
    bucket: str,
    minimum: TlsVersion = TlsVersion.TLS_1_2,
    extra: Iterable[Statement] = (),
) -> str:
    """Refuse requests without TLS, or with an older version of it than ``minimum``.

    ``extra`` are statements that let others in.

    Nothing here refuses what the uploader sends: it names no encryption without a KMS key and
    no ACL, so a policy that asks for either would end every backup (openshift/hypershift
    ``etcd-upload/s3_uploader.go``). No statement names the role either: IAM would have to know
    it before S3 takes the policy.
    """
    arn = bucket_arn(partition, bucket)
    everything: Statement = {
        "Effect": "Deny",
        "Principal": "*",
        "Action": "s3:*",
        "Resource": [arn, f"{arn}/*"],
    }
    return document(
        {
            **everything,
            "Sid": "DenyWithoutTLS",
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        },
        {
            **everything,
            "Sid": "DenyOldTLS",
            "Condition": {"NumericLessThan": {"s3:TlsVersion": minimum.value}},
        },
        *extra,
    )


def key_policy(partition: str, account_id: str, extra: Iterable[Statement] = ()) -> str:
    """Leave all of it to the account's IAM, as the default policy of KMS does.

    ``extra`` are statements that let roles of other accounts in.

    The role gets its two actions by its own policy: a key policy that named a role made a
    moment ago would be refused until IAM knows it everywhere. ``*`` is the key itself here.

    Source: AWS KMS Developer Guide, "Default key policy".
    """
    return document(
        {
            "Sid": "DelegateToIAM",
            "Effect": "Allow",
            "Principal": {"AWS": f"arn:{partition}:iam::{account_id}:root"},
            "Action": "kms:*",
            "Resource": "*",
        },
        *extra,
    )
