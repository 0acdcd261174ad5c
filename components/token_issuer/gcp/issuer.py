"""Everything that a token issuer needs on Google Cloud."""

from functools import partial
from typing import Final, assert_never

import pulumi
from pulumi_gcp import iam

from openshift_credentials.systems.token_issuer.plan import pool_id, provider_id, tags
from openshift_credentials.systems.token_issuer.rules.gcp_pools import (
    ATTRIBUTE_MAPPING,
    AUDIENCE,
    CREATED_BY,
    assert_in_project,
    pool_name,
    provider_name,
)
from openshift_credentials.systems.token_issuer.settings import (
    GcpIssuer,
    KeyStorage,
    TokenIssuerSettings,
)

from ...base.adoption import Adoption
from ...base.errors import stopping_the_program
from ...base.options import waiting_for
from ...base.settle import wait_until_effective
from ...gcp.provider import project_provider
from ..documents import document_texts
from ..place import IssuerAddress, PoolOutputs
from .document_bucket import DocumentBucket, DocumentBucketArgs

_OF_A_POOL: Final = ("description", "disabled", "displayName")
_OF_A_PROVIDER: Final = (
    "attributeCondition", "attributeMapping", "description", "disabled", "displayName", "oidc",
)  # fmt: skip
"""Inputs that stay as they are on an adopted resource."""


def pool_issuer(
    name: str,
    settings: TokenIssuerSettings,
    place: GcpIssuer,
    public_keys: pulumi.Output[list[str]],
    adoption: Adoption,
    opts: pulumi.ResourceOptions,
) -> IssuerAddress:
    """Create pool, bucket with documents, and the provider in the pool that trusts the issuer.

    A new key set is written in place, in the bucket or in the provider: no moment is without keys.
    """
    provider = project_provider(f"{name}-gcp", place, opts)
    options = pulumi.ResourceOptions(
        parent=opts.parent, providers=[provider], protect=settings.protect or None
    )
    url = settings.issuer_url or ""
    discovery, keys = document_texts(settings, url, public_keys)
    pool_text = pool_id(settings, place)
    pool = iam.WorkloadIdentityPool(
        f"{name}-pool",
        workload_identity_pool_id=pool_text,
        display_name=pool_text,
        description=CREATED_BY,
        disabled=False,
        project=place.project,
        opts=pulumi.ResourceOptions.merge(
            options,
            adoption.options(f"{name}-pool", pool_name(place.project, pool_text), keep=_OF_A_POOL),
        ),
    )
    bucket = _bucket(
        f"{name}-bucket",
        settings,
        place,
        discovery,
        keys,
        adoption,
        pulumi.ResourceOptions(parent=opts.parent, providers=[provider]),
    )
    provider_text = provider_id(settings, place)
    trusted = provider_name(place.project, pool_text, provider_text)
    in_pool = iam.WorkloadIdentityPoolProvider(
        f"{name}-provider",
        workload_identity_pool_id=pool.workload_identity_pool_id,
        workload_identity_pool_provider_id=provider_text,
        display_name=provider_text,
        description=pool.name.apply(partial(_description_in_project, place)),
        disabled=False,
        project=place.project,
        attribute_mapping=ATTRIBUTE_MAPPING,
        attribute_condition=place.attribute_condition,
        oidc=iam.WorkloadIdentityPoolProviderOidcArgs(
            issuer_uri=url, allowed_audiences=[AUDIENCE], jwks_json=None if bucket else keys
        ),
        opts=pulumi.ResourceOptions.merge(
            waiting_for(bucket.published if bucket else (), options),
            adoption.options(f"{name}-provider", trusted, keep=_OF_A_PROVIDER),
        ),
    )
    return IssuerAddress(
        issuer_url=pulumi.Output.from_input(url),
        ready=wait_until_effective(
            f"{name}-settle",
            settings.settle_seconds,
            after=[in_pool],
            triggers={"url": url, "provider": trusted},
            opts=pulumi.ResourceOptions(parent=opts.parent),
        ),
        outputs=PoolOutputs(
            issuer_bucket=bucket.bucket_name if bucket else None,
            workload_identity_pool=pool.name,
            workload_identity_provider=in_pool.name,
        ),
    )


def _bucket(
    name: str,
    settings: TokenIssuerSettings,
    place: GcpIssuer,
    discovery: pulumi.Output[str],
    keys: pulumi.Output[str],
    adoption: Adoption,
    opts: pulumi.ResourceOptions,
) -> DocumentBucket | None:
    """The bucket of the documents, unless the provider gets the key set itself."""
    match place.key_storage:
        case KeyStorage.PUBLIC_BUCKET:
            return DocumentBucket(
                name,
                DocumentBucketArgs(
                    bucket=settings.bucket,
                    project=place.project,
                    location=place.location,
                    discovery=discovery,
                    keys=keys,
                    protect=settings.protect,
                    adoption=adoption,
                    labels=tags(settings),
                ),
                opts,
            )
        case KeyStorage.POOL_JWK_FILE:
            return None
        case _:
            assert_never(place.key_storage)


def _description_in_project(place: GcpIssuer, name: str | None) -> str:
    """The description of a provider, which is made only in a project with the number set.

    The description waits for the pool's resource name, because nothing depends on it.
    """
    with stopping_the_program():
        assert_in_project(place.project, place.project_number, name)
    return CREATED_BY
