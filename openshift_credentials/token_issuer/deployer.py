"""What the principal that runs the stack has to be allowed.

Source: table 1 of the STS guide (fact sheet of ccoctl), less the calls that no code makes, plus
what reading, updating and deleting the same resources takes (AWS Service Authorization
Reference; Azure resource provider operations).
"""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.token_issuer.settings import TokenIssuerSettings

_BUCKET: Final = (
    "s3:CreateBucket", "s3:DeleteBucket", "s3:DeleteBucketPolicy", "s3:GetBucketPolicy",
    "s3:GetBucketPublicAccessBlock", "s3:GetBucketTagging", "s3:ListBucket", "s3:PutBucketPolicy",
    "s3:PutBucketPublicAccessBlock", "s3:PutBucketTagging",
)  # fmt: skip
_OBJECTS: Final = (
    "s3:DeleteObject", "s3:GetObject", "s3:GetObjectTagging", "s3:PutObject", "s3:PutObjectTagging",
)  # fmt: skip
_PROVIDER: Final = (
    "iam:AddClientIDToOpenIDConnectProvider", "iam:CreateOpenIDConnectProvider",
    "iam:DeleteOpenIDConnectProvider", "iam:GetOpenIDConnectProvider",
    "iam:RemoveClientIDFromOpenIDConnectProvider", "iam:TagOpenIDConnectProvider",
    "iam:UntagOpenIDConnectProvider", "iam:UpdateOpenIDConnectProviderThumbprint",
)  # fmt: skip
_CLOUDFRONT: Final = (
    "cloudfront:CreateDistribution", "cloudfront:CreateOriginAccessControl",
    "cloudfront:DeleteDistribution", "cloudfront:DeleteOriginAccessControl",
    "cloudfront:GetDistribution", "cloudfront:GetDistributionConfig",
    "cloudfront:GetOriginAccessControl", "cloudfront:ListTagsForResource",
    "cloudfront:TagResource", "cloudfront:UntagResource", "cloudfront:UpdateDistribution",
    "cloudfront:UpdateOriginAccessControl",
)  # fmt: skip
ROLES: Final = (
    "iam:CreateRole", "iam:DeleteRole", "iam:DeleteRolePolicy", "iam:GetRole", "iam:GetRolePolicy",
    "iam:ListAttachedRolePolicies", "iam:ListInstanceProfilesForRole", "iam:ListRolePolicies",
    "iam:PutRolePolicy", "iam:TagRole", "iam:UntagRole", "iam:UpdateAssumeRolePolicy",
    "iam:UpdateRoleDescription",
)  # fmt: skip
_AZURE: Final = (
    "Microsoft.Resources/subscriptions/resourceGroups/*",
    "Microsoft.Storage/storageAccounts/*",
    "Microsoft.Storage/storageAccounts/blobServices/containers/*",
)


def deployer_actions(settings: TokenIssuerSettings) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Actions by what they are for; resources are named in the settings."""
    if settings.azure:
        yield "makes group, account and container, and publishes the documents", _AZURE
        return
    yield "makes the bucket", _BUCKET
    yield "publishes the documents", _OBJECTS
    yield "lets IAM trust the issuer", _PROVIDER
    if settings.aws and settings.aws.private:
        yield "serves the private bucket", _CLOUDFRONT
