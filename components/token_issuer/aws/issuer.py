"""Everything that a token issuer needs on AWS."""

from collections.abc import Sequence
from typing import Final

import pulumi

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws.policies import bucket_policy
from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.token_issuer.plan import provider_arn, tags
from openshift_credentials.systems.token_issuer.rules import bucket_policies as policies
from openshift_credentials.systems.token_issuer.rules.documents import IssuerCloud, keys_path
from openshift_credentials.systems.token_issuer.rules.issuers import (
    cloudfront_issuer_url,
    get_partition,
    s3_domain,
    s3_issuer_url,
)
from openshift_credentials.systems.token_issuer.rules.tags import TAG_PREFIX
from openshift_credentials.systems.token_issuer.settings import AwsIssuer, TokenIssuerSettings

from ...aws.account import in_account
from ...aws.oidc_provider import OidcProvider, OidcProviderArgs
from ...base.adoption import Adoption
from ...base.errors import stopping_the_program
from ...base.options import waiting_for
from ...base.settle import wait_until_effective
from ..documents import document_texts
from ..place import BucketOutputs, IssuerAddress
from .document_bucket import DocumentBucket, DocumentBucketArgs

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
            protect=settings.protect,
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
            keeping=Keeping.PROTECTED if settings.protect else Keeping.DELETED,
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
            protect=settings.protect,
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
