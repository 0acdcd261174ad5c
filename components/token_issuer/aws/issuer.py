"""Everything that a token issuer needs on AWS."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_aws import s3

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws.policies import bucket_policy
from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.token_issuer.plan import provider_arn, tags
from openshift_credentials.systems.token_issuer.rules import issuers as policies
from openshift_credentials.systems.token_issuer.rules.issuers import (
    CACHE_CONTROL,
    CONTENT_TYPE,
    TAG_PREFIX,
    IssuerCloud,
    PublicAccessBlock,
    cloudfront_issuer_url,
    get_partition,
    keys_path,
    s3_domain,
    s3_issuer_url,
)
from openshift_credentials.systems.token_issuer.settings import AwsIssuer, TokenIssuerSettings

from ...aws.account import in_account
from ...aws.bucket_region import in_its_region
from ...aws.oidc_provider import OidcProvider, OidcProviderArgs
from ...base.component import Adoption, wait_until_effective, waiting_for
from ...base.errors import stopping_the_program
from ..documents import document_texts
from ..place import BucketOutputs, IssuerAddress

_OF_AN_ACCESS_BLOCK: Final = (
    "blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets",
)  # fmt: skip
_OF_AN_OBJECT: Final = (
    "cacheControl", "content", "contentDisposition", "contentEncoding", "contentLanguage",
    "contentType", "metadata", "objectLockLegalHoldStatus", "objectLockMode",
    "objectLockRetainUntilDate", "sourceHash", "tags", "websiteRedirect",
)  # fmt: skip
"""Inputs of an object that stay as they are on an adopted one.

The provider keeps the others if the program has none of them (hashicorp/terraform-provider-aws
``internal/service/s3/object.go``: computed).
"""


@dataclass(frozen=True, kw_only=True)
class DocumentBucketArgs:
    """Name, region, access block and tags of the bucket."""

    bucket: str
    region: str
    access: PublicAccessBlock
    protect: bool
    adoption: Adoption = field(default_factory=Adoption)
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class DocumentBucket(pulumi.ComponentResource):
    """A bucket with its access block and versions, then its policy, then its objects.

    An overwritten document can be restored from its versions. A bucket that is kept as it is gets
    none.

    S3 rejects a public policy while the access block forbids it. :attr:`settled` is the end of the
    chain; S3 returns 409 for concurrent changes of one bucket. Protection is that of the bucket and
    of everything in it: without its documents the bucket is no issuer.
    """

    def __init__(self, name: str, args: DocumentBucketArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:aws:DocumentBucket", name, None, opts)
        self._name, self._args = name, args
        self.bucket = s3.Bucket(
            name, bucket=args.bucket, tags=args.tags, opts=self._options(name, args.bucket, keep=("tags",))
        )
        self.bucket_name = in_its_region(self.bucket, args.bucket, args.region)
        self.settled = self.bucket
        self.settled = s3.BucketPublicAccessBlock(
            f"{name}-public-access",
            bucket=self.bucket_name,
            block_public_acls=args.access.block_public_acls,
            block_public_policy=args.access.block_public_policy,
            ignore_public_acls=args.access.ignore_public_acls,
            restrict_public_buckets=args.access.restrict_public_buckets,
            opts=self._options(f"{name}-public-access", args.bucket, keep=_OF_AN_ACCESS_BLOCK),
        )
        if not (args.adoption.imports and args.adoption.keeps):
            # S3 knows no versioning that could be imported of a bucket that never had it.
            self.settled = s3.BucketVersioning(
                f"{name}-versioning",
                bucket=self.bucket_name,
                versioning_configuration={"status": "Enabled"},
                opts=pulumi.ResourceOptions(parent=self, depends_on=[self.settled], protect=args.protect or None),
            )
        self.register_outputs({"bucket": self.bucket_name})

    def let_read(self, policy: pulumi.Input[str]) -> None:
        """Set the bucket's policy."""
        self.settled = s3.BucketPolicy(
            f"{self._name}-policy",
            bucket=self.bucket_name,
            policy=policy,
            opts=self._options(f"{self._name}-policy", self._args.bucket, keep=("policy",)),
        )

    def publish(self, slug: str, key: str, content: pulumi.Output[str]) -> None:
        """Upload a document; its hash shows changes, including manual ones."""
        name = f"{self._name}-{slug}"
        self.settled = s3.BucketObjectv2(
            name,
            bucket=self.bucket_name,
            key=key,
            content=content,
            content_type=CONTENT_TYPE,
            cache_control=CACHE_CONTROL,
            source_hash=content.apply(_digest),
            tags=self._args.tags,
            opts=self._options(name, f"{self._args.bucket}/{key}", keep=_OF_AN_OBJECT),
        )

    def _options(self, name: str, resource_id: str, *, keep: tuple[str, ...]) -> pulumi.ResourceOptions:
        """Options of anything of the bucket, which a destroy takes first if it is not protected."""
        after = [self.settled] if hasattr(self, "settled") else []
        return pulumi.ResourceOptions.merge(
            pulumi.ResourceOptions(parent=self, depends_on=after, protect=self._args.protect or None),
            self._args.adoption.options(name, resource_id, keep=keep),
        )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


_PATHS: Final = (("discovery", DISCOVERY_PATH), ("keys", keys_path(IssuerCloud.AWS)))


def s3_issuer(
    name: str,
    settings: TokenIssuerSettings,
    place: AwsIssuer,
    public_keys: pulumi.Output[list[str]],
    adoption: Adoption,
    opts: pulumi.ResourceOptions,
) -> IssuerAddress:
    """Create bucket, documents and provider in the account of the settings, and in no other.

    The order is access block, policy, documents, a wait, provider: IAM contacts the issuer when the
    provider is created.
    """
    options = in_account(name, place.region, place.account_id, opts)
    bucket = DocumentBucket(
        f"{name}-bucket",
        DocumentBucketArgs(
            bucket=settings.bucket,
            region=place.region,
            access=policies.NO_PUBLIC_ACCESS if place.private else policies.PUBLIC_ACCESS,
            protect=settings.protects,
            adoption=adoption,
            tags=tags(settings),
        ),
        options,
    )
    url = _serve(name, settings, place, bucket, adoption, options)
    texts = document_texts(settings, url, public_keys)
    for (slug, path), text in zip(_PATHS, texts, strict=True):
        bucket.publish(slug, path, text)
    waited = wait_until_effective(
        f"{name}-settle",
        settings.settle_seconds,
        after=[bucket.settled],
        triggers={"url": url},
        opts=pulumi.ResourceOptions(parent=opts.parent),
    )
    arn = provider_arn(settings)
    oidc = OidcProvider(
        f"{name}-provider",
        OidcProviderArgs(
            issuer=url,
            expected_arns=(arn,) if arn else None,
            keeping=Keeping.PROTECTED if settings.protects else Keeping.DELETED,
            adoption=adoption,
            tags=tags(settings),
        ),
        waiting_for(waited, options),
    )
    return IssuerAddress(
        issuer_url=url,
        provider_arn=oidc.arn,
        ready=(oidc.provider,),
        outputs=BucketOutputs(
            issuer_bucket=bucket.bucket_name,
            issuer_provider_arn=oidc.arn,
            issuer_domain=url.apply(lambda text: text.removeprefix("https://")),
        ),
    )


def _serve(
    name: str,
    settings: TokenIssuerSettings,
    place: AwsIssuer,
    bucket: DocumentBucket,
    adoption: Adoption,
    options: pulumi.ResourceOptions,
) -> pulumi.Output[str]:
    """Allow everybody or a distribution to read the bucket, and return its address."""
    partition = get_partition(place.region)
    if not place.private:
        reading = policies.public_read(partition, settings.bucket)
        bucket.let_read(bucket_policy(partition, settings.bucket, extra=[reading]))
        return pulumi.Output.from_input(s3_issuer_url(settings.name, place.region))
    # CloudFront's part of the SDK takes longer than everything else that an issuer imports.
    from .document_distribution import DocumentDistribution, DocumentDistributionArgs  # noqa: PLC0415

    distribution = DocumentDistribution(
        f"{name}-distribution",
        DocumentDistributionArgs(
            name=settings.bucket,
            origin_domain=s3_domain(settings.name, place.region),
            comment=f"{TAG_PREFIX}/{settings.name}",
            origin_access_identity=place.origin_access_identity,
            protect=settings.protects,
            adoption=adoption,
            tags=tags(settings),
        ),
        waiting_for([bucket.settled], options),
    )
    if identity := place.origin_access_identity:
        reading = policies.origin_access_identity_read(partition, settings.bucket, identity)
        bucket.let_read(bucket_policy(partition, settings.bucket, extra=[reading]))
    else:
        bucket.let_read(
            distribution.distribution.arn.apply(
                lambda arn: bucket_policy(
                    partition,
                    settings.bucket,
                    extra=[policies.origin_access_control_read(partition, settings.bucket, arn)],
                )
            )
        )
    if place.distribution_domain is None:
        return distribution.domain.apply(cloudfront_issuer_url)
    if pulumi.runtime.is_dry_run():
        return pulumi.Output.from_input(cloudfront_issuer_url(place.distribution_domain))
    return pulumi.Output.all(distribution.domain, place.distribution_domain).apply(_same_domain)


def _same_domain(domains: Sequence[str]) -> str:
    """The issuer; stops the program if the settings contain another distribution."""
    domain, expected = domains
    with stopping_the_program():
        if domain != expected:
            raise ContractError(
                f"the domain of the distribution is {domain}, but tokenIssuer.aws."
                f"distributionDomain is {expected}: correct the setting"
            )
    return cloudfront_issuer_url(expected)
