"""Common parts of all policy documents: version, order, and size."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

from ...kubernetes.names import canonical_json
from ..arns import bucket_arn

Statement = Mapping[str, object]

ROLE_NAME_LIMIT: Final = 64
"""Characters of a role's name ("IAM and STS quotas" of the IAM User Guide)."""

TRUST_POLICY_LIMIT: Final = 2048
"""Characters of a role's trust policy ("IAM and STS quotas" of the IAM User Guide)."""

INLINE_POLICIES_LIMIT: Final = 10_240
"""Characters of all inline policies of a role together (same page)."""


def document(*statements: Statement) -> str:
    """A policy document; members are sorted, so that equal policies are equal texts."""
    return canonical_json({"Version": "2012-10-17", "Statement": list(statements)})


def one_or_many(values: Iterable[str]) -> str | list[str]:
    """The only value, or all values once and in order, as IAM itself writes them."""
    ordered = sorted(set(values))
    return ordered[0] if len(ordered) == 1 else ordered


def literal(text: str) -> str:
    """``text`` in a resource or in a value of ``StringLike``, with wildcards escaped.

    Source: IAM User Guide, "Policy variables": ``${*}``, ``${?}`` and ``${$}`` stand for the
    characters themselves.
    """
    return "".join(f"${{{character}}}" if character in "*?$" else character for character in text)


def account_of(role_arn: str) -> Statement:
    """``Principal`` and ``Condition`` for access of a role of another account.

    The principal is the role's account, and a condition names the role: a policy with a role as its
    principal is rejected until the role exists, and becomes ineffective when the role is created
    again.
    """
    partition, account_id = role_arn.split(":")[1], role_arn.split(":")[4]
    return {
        "Principal": {"AWS": f"arn:{partition}:iam::{account_id}:root"},
        "Condition": {"ArnEquals": {"aws:PrincipalArn": role_arn}},
    }


def s3_services(partition: str, region: str) -> list[str]:
    """S3 of a region in the form of ``kms:ViaService``; in China both forms occur."""
    service = f"s3.{region}.amazonaws.com"
    return [service, f"{service}.cn"] if partition == "aws-cn" else [service]


def policy_digest(policy: str) -> str:
    """Hash of a document: changes when the document does, and only then."""
    return hashlib.sha256(policy.encode()).hexdigest()


def bucket_policy(partition: str, bucket: str, extra: Iterable[Statement] = ()) -> str:
    """Deny requests without TLS, or with a version of TLS older than 1.2; ``extra`` come last.

    No statement of the program denies the uploader's
    requests: without a KMS key it sends no encryption header and no ACL, so a policy that requires
    either would make every backup fail (openshift/hypershift ``etcd-upload/s3_uploader.go``). No
    statement contains the role, because S3 rejects a policy with a role that does not exist yet.
    """
    arn = bucket_arn(partition, bucket)
    everything: Statement = {"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": [arn, f"{arn}/*"]}
    return document(
        {**everything, "Sid": "DenyWithoutTLS", "Condition": {"Bool": {"aws:SecureTransport": "false"}}},
        {**everything, "Sid": "DenyOldTLS", "Condition": {"NumericLessThan": {"s3:TlsVersion": "1.2"}}},
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
