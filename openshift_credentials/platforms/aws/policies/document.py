"""Common parts of all policy documents: version, order, and size."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

from ...kubernetes.names import canonical_json

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
