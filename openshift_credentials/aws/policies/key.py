"""The policy of a KMS key that the program makes."""

from openshift_credentials.aws.policies.document import document


def key_policy(partition: str, account_id: str) -> str:
    """Leave all of it to the account's IAM, as the default policy of KMS does.

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
        }
    )
