"""Check the workload identity pool of an issuer and the provider in it.

Source: REST reference of IAM (``projects.locations.workloadIdentityPools``), whose deleted ones
keep their ID for 30 days.
"""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.json_values import object_member, text_items, text_member
from openshift_credentials.live.check import Check, Purpose, failure, success
from openshift_credentials.live.managed import existing
from openshift_credentials.live.observed import Object, Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.systems.token_issuer.plan import pool_id, provider_id
from openshift_credentials.systems.token_issuer.rules.gcp_pools import (
    ATTRIBUTE_MAPPING,
    AUDIENCE,
    pool_name,
    provider_name,
)
from openshift_credentials.systems.token_issuer.settings import (
    Existing,
    GcpIssuer,
    KeyStorage,
    TokenIssuerSettings,
)

POOL: Final = "workload identity pool"
PROVIDER: Final = "provider of the pool"


def pool_checks(
    settings: TokenIssuerSettings, gcp: GcpIssuer, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Check the pool."""
    pool = pool_id(settings, gcp)
    command = f"gcloud iam workload-identity-pools undelete {pool} --location global"
    yield from _in_iam(
        POOL,
        f"workload identity pool {pool}",
        observed,
        purpose,
        resource=(resource_types.WORKLOAD_IDENTITY_POOL, pool_name(gcp.project, pool)),
        undelete=f"{command} --project {gcp.project}",
        adopts=settings.existing is not None,
    )


def provider_checks(
    settings: TokenIssuerSettings, gcp: GcpIssuer, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Check the provider, and what it accepts once an update has created or kept it."""
    pool, provider = pool_id(settings, gcp), provider_id(settings, gcp)
    subject = f"provider {provider} of pool {pool}"
    command = f"gcloud iam workload-identity-pools providers undelete {provider} --location global"
    yield from _in_iam(
        PROVIDER,
        subject,
        observed,
        purpose,
        resource=(
            resource_types.WORKLOAD_IDENTITY_PROVIDER,
            provider_name(gcp.project, pool, provider),
        ),
        undelete=f"{command} --workload-identity-pool {pool} --project {gcp.project}",
        adopts=settings.existing is not None,
    )
    found = observed.one(PROVIDER)
    if found is not None and not _is_deleted(found):
        is_kept = settings.existing is Existing.KEEP
        if is_kept or purpose is not Purpose.PREFLIGHT:
            yield from _trust(settings, subject, found)


def _in_iam(
    name: str,
    subject: str,
    observed: Observed,
    purpose: Purpose,
    *,
    resource: tuple[str, str],
    undelete: str,
    adopts: bool,
) -> Iterator[Check]:
    """Check a pool or a provider, whose ID stays reserved for 30 days after its deletion."""
    found, is_preflight = observed.one(name), purpose is Purpose.PREFLIGHT
    if found is None:
        if observed.obstacle(name) is not Obstacle.ABSENT:
            return
        if adopts or not is_preflight:
            yield failure(
                "cloud-absent",
                subject,
                "does not exist",
                "remove tokenIssuer.existing" if adopts else "run 'pulumi up'",
            )
        else:
            yield success("cloud-absent", subject, "the update creates it")
    elif _is_deleted(found):
        yield failure(
            "cloud-deleted",
            subject,
            "was deleted, and its ID stays reserved for 30 days: nobody can create it again",
            f"run '{undelete}', then set tokenIssuer.existing to repair; or choose another ID",
        )
    elif found.get("disabled") is True:
        yield failure(
            "cloud-disabled", subject, "is disabled: no token is accepted", "enable it in IAM"
        )
    elif is_preflight and not adopts:
        yield existing(observed, *resource, "set tokenIssuer.existing")
    else:
        yield success("cloud-present", subject, "exists and is enabled")


def _is_deleted(found: Object) -> bool:
    return found.get("state") == "DELETED"


def _trust(settings: TokenIssuerSettings, subject: str, found: Object) -> Iterator[Check]:
    """Check what a provider accepts."""
    oidc = object_member(found, "oidc")
    issuer = text_member(oidc, "issuerUri")
    way_out = "run 'pulumi up --refresh'"
    if issuer != settings.issuer_url:
        yield failure(
            "cloud-issuer", subject, f"trusts issuer {issuer!a}, not {settings.issuer_url}", way_out
        )
    audiences = tuple(text_items(oidc, "allowedAudiences"))
    if AUDIENCE not in audiences:
        yield failure("cloud-audience", subject, f"does not accept audience {AUDIENCE!r}", way_out)
    if subject_of := object_member(found, "attributeMapping").get("google.subject"):
        wanted = ATTRIBUTE_MAPPING["google.subject"]
        if subject_of != wanted:
            yield failure(
                "cloud-mapping",
                subject,
                f"takes the subject from {subject_of!a}, not from {wanted}",
                way_out,
            )
    has_keys = bool(text_member(oidc, "jwksJson"))
    wants_keys = settings.gcp is not None and settings.gcp.key_storage is KeyStorage.POOL_JWK_FILE
    if has_keys != wants_keys:
        yield failure(
            "cloud-keys",
            subject,
            "has a key set of its own, so the documents of the bucket do not count"
            if has_keys
            else "has no key set, and nothing is published",
            way_out,
        )
