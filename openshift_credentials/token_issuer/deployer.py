"""What the principal that runs the stack has to be allowed.

Source: table 1 of the STS guide (fact sheet of ccoctl), less the calls that no code makes, plus
what reading, updating and deleting the same resources takes (AWS Service Authorization
Reference; Azure resource provider operations).
"""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.azure.identifiers import resource_group_id
from openshift_credentials.stack.explanation import Needed
from openshift_credentials.token_issuer.plan import azure_group, provider_arn
from openshift_credentials.token_issuer.rules.issuers import get_partition
from openshift_credentials.token_issuer.settings import TokenIssuerSettings

_BUCKET: Final = (
    "s3:CreateBucket", "s3:DeleteBucket", "s3:DeleteBucketPolicy", "s3:ListBucket",
    "s3:PutBucketPolicy", "s3:PutBucketPublicAccessBlock", "s3:PutBucketTagging",
    # The provider reads every property of a bucket, also those that no stack sets.
    "s3:GetAccelerateConfiguration", "s3:GetBucketAcl", "s3:GetBucketCORS", "s3:GetBucketLogging",
    "s3:GetBucketObjectLockConfiguration", "s3:GetBucketPolicy", "s3:GetBucketPublicAccessBlock",
    "s3:GetBucketRequestPayment", "s3:GetBucketTagging", "s3:GetBucketVersioning",
    "s3:GetBucketWebsite", "s3:GetEncryptionConfiguration", "s3:GetLifecycleConfiguration",
    "s3:GetReplicationConfiguration",
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
_AZURE: Final = (
    "Microsoft.Resources/subscriptions/resourceGroups/*",
    "Microsoft.Storage/storageAccounts/*",
    "Microsoft.Storage/storageAccounts/blobServices/containers/*",
)


def deployer(settings: TokenIssuerSettings) -> Iterator[Needed]:
    """What is needed for the resources of an issuer, on them alone where they have names."""
    if settings.azure:
        group = resource_group_id(settings.azure.subscription_id, azure_group(settings))
        yield Needed("makes group, account and container, and publishes", _AZURE, (group,))
        return
    if settings.aws is None:
        return
    partition = get_partition(settings.aws.region)
    bucket = f"arn:{partition}:s3:::{settings.bucket}"
    providers = f"arn:{partition}:iam::{settings.aws.account_id}:oidc-provider/*"
    yield Needed("makes the bucket", _BUCKET, (bucket,))
    yield Needed("publishes the documents", _OBJECTS, (f"{bucket}/*",))
    yield Needed("lets IAM trust the issuer", _PROVIDER, (provider_arn(settings) or providers,))
    if settings.aws.private:
        yield Needed("serves the private bucket", _CLOUDFRONT)
