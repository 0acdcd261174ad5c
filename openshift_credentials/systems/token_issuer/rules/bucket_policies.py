"""Read access to the issuer's bucket, beside which everything without TLS is denied.

Source: openshift/cloud-credential-operator
``pkg/cmd/provisioning/aws/create_identity_provider.go`` at commit b187feee66f4; origin access
control: CloudFront Developer Guide, "Restrict access to an Amazon S3 origin".
"""

from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.aws.policies.document import Statement


@dataclass(frozen=True, slots=True)
class PublicAccessBlock:
    """The four switches of a bucket; access control lists are always blocked."""

    block_public_policy: bool
    restrict_public_buckets: bool
    block_public_acls: bool = True
    ignore_public_acls: bool = True


PUBLIC_ACCESS: Final = PublicAccessBlock(block_public_policy=False, restrict_public_buckets=False)
"""Access block of a bucket that is public by its policy; it must be set before the policy."""

NO_PUBLIC_ACCESS: Final = PublicAccessBlock(block_public_policy=True, restrict_public_buckets=True)


def public_read(partition: str, bucket: str) -> Statement:
    """Everybody can read objects, and nobody can list them: an issuer must be public."""
    return {
        "Sid": "AllowReadPublicAccess",
        "Principal": "*",
        "Effect": "Allow",
        "Action": ["s3:GetObject"],
        "Resource": [f"arn:{partition}:s3:::{bucket}/*"],
    }


def origin_access_identity_read(
    partition: str, bucket: str, origin_access_identity: str
) -> Statement:
    """A CloudFront origin access identity can read, as with ccoctl, but in the right partition."""
    user = f"arn:{partition}:iam::cloudfront:user/CloudFront Origin Access Identity"
    return {
        "Sid": "1",
        "Effect": "Allow",
        "Principal": {"AWS": f"{user} {origin_access_identity}"},
        "Action": "s3:GetObject",
        "Resource": f"arn:{partition}:s3:::{bucket}/*",
    }


def origin_access_control_read(partition: str, bucket: str, distribution_arn: str) -> Statement:
    """One distribution can read with signed requests, as AWS recommends."""
    return {
        "Sid": "AllowCloudFrontRead",
        "Effect": "Allow",
        "Principal": {"Service": "cloudfront.amazonaws.com"},
        "Action": "s3:GetObject",
        "Resource": f"arn:{partition}:s3:::{bucket}/*",
        "Condition": {"StringEquals": {"AWS:SourceArn": distribution_arn}},
    }
