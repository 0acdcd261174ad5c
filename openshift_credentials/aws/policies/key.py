"""The policy of a KMS key that the program makes."""

from collections.abc import Iterable

from openshift_credentials.aws.policies.document import Statement, document


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
