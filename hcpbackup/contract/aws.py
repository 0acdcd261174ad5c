"""AWS names that follow from other values: partitions, ARNs, issuers in condition keys."""

from typing import Final

from hcpbackup.errors import ContractError

STS_AUDIENCE: Final = "sts.amazonaws.com"
"""Audience of the backup Job's token in every partition (openshift/hypershift reconciler.go)."""


def partition_of(region: str) -> str:
    """Partition of a region: ``aws``, ``aws-us-gov`` or ``aws-cn``.

    Source: AWS General Reference, "Regions and endpoints".
    """
    if region.startswith("us-gov-"):
        return "aws-us-gov"
    return "aws-cn" if region.startswith("cn-") else "aws"


def role_arn(partition: str, account_id: str, role_name: str, path: str = "/") -> str:
    """ARN of an IAM role; ``path`` starts and ends with a slash."""
    return f"arn:{partition}:iam::{account_id}:role{path}{role_name}"


def bucket_arn(partition: str, bucket: str) -> str:
    """ARN of an S3 bucket."""
    return f"arn:{partition}:s3:::{bucket}"


def provider_of(issuer: str) -> str:
    """The issuer as IAM writes it in provider ARNs and condition keys: without ``https://``.

    IAM also drops one trailing slash (IAM User Guide, "Create an OpenID Connect identity
    provider").
    """
    return issuer.removeprefix("https://").removesuffix("/")


def oidc_provider_arn(partition: str, account_id: str, issuer: str) -> str:
    """ARN of the IAM OIDC provider of an issuer."""
    return f"arn:{partition}:iam::{account_id}:oidc-provider/{provider_of(issuer)}"


def kms_key_problem(key_arn: str, region: str) -> str | None:
    """Why a KMS key cannot encrypt in a bucket of ``region``, or ``None``.

    Amazon S3 User Guide: the key must be in the bucket's region, hence in its partition.
    """
    _, key_partition, _, key_region, *_ = key_arn.split(":")
    if key_partition != partition_of(region):
        return f"is in partition {key_partition}, the bucket in {partition_of(region)}"
    if key_region != region:
        return f"is in region {key_region}, the bucket in {region}"
    return None


def assert_same_role(expected_arn: str, arn: str) -> str:
    """Return ``arn``; raise :class:`ContractError` where it is not the one that was announced."""
    if arn != expected_arn:
        raise ContractError(
            f"AWS returned the role ARN {arn}, and the preview promised {expected_arn}: the "
            "provider's credentials belong to another account or partition than "
            "storage.s3.accountId and storage.s3.region say; correct the settings or sign in to "
            "that account"
        )
    return arn
