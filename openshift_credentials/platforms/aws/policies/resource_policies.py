"""Resource policies: requests that the bucket denies, and the administration of its KMS key."""

from collections.abc import Iterable

from ..arns import bucket_arn
from .document import Statement, document


def bucket_policy(partition: str, bucket: str, extra: Iterable[Statement] = ()) -> str:
    """Deny requests without TLS, or with a version of TLS older than 1.2; ``extra`` come last.

    No statement of the program denies the uploader's
    requests: without a KMS key it sends no encryption header and no ACL, so a policy that requires
    either would make every backup fail (openshift/hypershift ``etcd-upload/s3_uploader.go``). No
    statement contains the role, because S3 rejects a policy with a role that does not exist yet.
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
            "Condition": {"NumericLessThan": {"s3:TlsVersion": "1.2"}},
        },
        *extra,
    )


def key_policy(partition: str, account_id: str, extra: Iterable[Statement] = ()) -> str:
    """Delegate all permissions to the account's IAM, as the default policy of KMS does.

    ``extra`` are statements that grant access to roles of other accounts. The role gets its two
    actions from its own policy: KMS would reject a key policy with a new role until the role has
    replicated. ``*`` is the key itself.

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
