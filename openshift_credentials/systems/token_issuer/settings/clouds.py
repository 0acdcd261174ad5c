"""Where a token issuer is served: settings of each cloud."""

import re
from enum import StrEnum
from typing import Annotated, Final

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.platforms.gcp import text_rules as gcp_rules
from openshift_credentials.stack.base import (
    AwsAccountId,
    AwsRegion,
    AzureLocation,
    BlobContainerName,
    Follows,
    GcpProject,
    GcpProjectNumber,
    GcpUniverse,
    Guid,
    Lax,
    PoolId,
    ResourceGroupName,
    Settings,
    StorageAccountName,
)

from ..rules import issuers

DOMAIN: Final = TextRule(
    "the domain of a CloudFront distribution",
    re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+"),
    "d111111abcdef8.cloudfront.net",
    maximum=253,
)
ORIGIN_ACCESS_IDENTITY: Final = TextRule(
    "the ID of an origin access identity", re.compile(r"[A-Z0-9]+"), "E2QWRUHAPOMQZL"
)


class AwsIssuer(Settings):
    """An issuer in an S3 bucket, and the IAM OIDC provider that trusts it."""

    region: AwsRegion
    """Region of the bucket."""
    account_id: AwsAccountId
    """Account of the bucket and the provider. The stack refuses credentials of any other account.
    """
    private: bool = False
    """Keep the bucket private and serve it through CloudFront."""
    distribution_domain: Annotated[str, Follows(DOMAIN)] | None = None
    """Domain of the distribution. Set it once the distribution exists; other systems of the stack
    then take the issuer URL from here.
    """
    origin_access_identity: Annotated[str, Follows(ORIGIN_ACCESS_IDENTITY)] | None = None
    """ID of an existing CloudFront origin access identity, for issuers that ccoctl created. New
    issuers use origin access control.
    """


class AzureIssuer(Settings):
    """An issuer in a public blob container."""

    location: AzureLocation
    """Location of group and account."""
    subscription_id: Guid
    """Subscription of the issuer."""
    tenant_id: Guid
    """Tenant of the subscription. The pod identity webhook uses it."""
    cloud: Lax[AzureCloud] = AzureCloud.PUBLIC
    """The Azure cloud."""
    resource_group: ResourceGroupName | None = None
    """Group of the issuer. Default: `<name>-oidc`."""
    storage_account: StorageAccountName | None = None
    """Storage account. Default: the name."""
    container: BlobContainerName | None = None
    """Blob container. Default: the name."""


class KeyStorage(StrEnum):
    """Where Google Cloud finds the published keys, as `ccoctl gcp --key-storage-method`."""

    PUBLIC_BUCKET = "public-bucket"
    """In a bucket that everybody can read."""

    POOL_JWK_FILE = "pool-jwk-file"
    """In the provider of the pool; nothing is public."""


class GcpIssuer(Settings):
    """A workload identity pool with an OIDC provider, and the documents in a bucket."""

    project: GcpProject
    """ID of the project of pool and bucket."""
    project_number: GcpProjectNumber
    """Number of that project, in quotation marks. `gcloud projects describe PROJECT --format
    'value(projectNumber)'` shows it.
    """
    key_storage: Lax[KeyStorage] = KeyStorage.PUBLIC_BUCKET
    """`public-bucket`: the documents are in a public bucket. `pool-jwk-file`: the provider gets the
    key set itself, and there is no bucket.
    """
    location: Annotated[str, Follows(gcp_rules.BUCKET_LOCATION)] = "us"
    """Location of the bucket, as `ccoctl gcp --region`."""
    pool: PoolId | None = None
    """ID of the workload identity pool. Default: the name."""
    provider: PoolId | None = None
    """ID of the provider in the pool. Default: the name."""
    attribute_condition: Annotated[str, Follows(gcp_rules.ATTRIBUTE_CONDITION)] | None = None
    """Condition on tokens, in the Common Expression Language. Without it, every token of the issuer
    is accepted, as with `ccoctl`.
    """
    universe: GcpUniverse = issuers.GOOGLE_UNIVERSE
    """Domain of the universe of Google Cloud."""
