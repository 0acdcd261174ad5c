"""Compare project, pool, provider and bucket on Google Cloud with what the stack creates.

Sources: REST references of Resource Manager (``projects.get``), IAM
(``projects.locations.workloadIdentityPools``) and Cloud Storage (``buckets.get``).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.json_values import object_member
from openshift_credentials.live.check import Check, Purpose, failure, success
from openshift_credentials.live.cloud import GoogleRead
from openshift_credentials.live.google_project import google_read, services_check, services_read
from openshift_credentials.live.managed import existing
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.systems.token_issuer.live.google_pool import (
    POOL,
    PROVIDER,
    pool_checks,
    provider_checks,
)
from openshift_credentials.systems.token_issuer.plan import pool_id, provider_id
from openshift_credentials.systems.token_issuer.rules.gcp_pools import pool_name, provider_name
from openshift_credentials.systems.token_issuer.settings import (
    GcpIssuer,
    KeyStorage,
    TokenIssuerSettings,
)

PROJECT: Final = "project of the issuer"
BUCKET: Final = "bucket of the documents"

NEEDED_SERVICES: Final = (
    "cloudresourcemanager.googleapis.com",
    "iam.googleapis.com",
    "iamcredentials.googleapis.com",
    "sts.googleapis.com",
)
"""Services that exchange tokens, and those that the stack's own requests go to."""


def google_reads(settings: TokenIssuerSettings) -> Sequence[GoogleRead]:
    """The requests to Google Cloud, if the issuer is there."""
    gcp = settings.gcp
    if gcp is None:
        return ()
    pool = pool_name(gcp.project, pool_id(settings, gcp))
    provider = provider_name(gcp.project, pool_id(settings, gcp), provider_id(settings, gcp))
    found = [
        _read(gcp, PROJECT, "cloudresourcemanager", f"/v1/projects/{gcp.project}"),
        services_read(gcp),
        _read(gcp, POOL, "iam", f"/v1/{pool}"),
        _read(gcp, PROVIDER, "iam", f"/v1/{provider}"),
    ]
    if gcp.key_storage is KeyStorage.PUBLIC_BUCKET:
        found.append(_read(gcp, BUCKET, "storage", f"/storage/v1/b/{settings.bucket}"))
    return found


_PERMISSIONS: Final = {
    PROJECT: "resourcemanager.projects.get",
    POOL: "iam.workloadIdentityPools.get",
    PROVIDER: "iam.workloadIdentityPoolProviders.get",
    BUCKET: "storage.buckets.get",
}


def _read(gcp: GcpIssuer, name: str, service: str, path: str) -> GoogleRead:
    return google_read(gcp, name, service, path, _PERMISSIONS[name])


def google_checks(
    settings: TokenIssuerSettings, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Check what exists before an update creates it, or what an update has created."""
    gcp = settings.gcp
    if gcp is None:
        return
    yield from _project(gcp, observed)
    yield from services_check(gcp.project, NEEDED_SERVICES, observed)
    yield from pool_checks(settings, gcp, observed, purpose)
    yield from provider_checks(settings, gcp, observed, purpose)
    yield from _bucket(settings, gcp, observed, purpose)


def _project(gcp: GcpIssuer, observed: Observed) -> Iterator[Check]:
    subject = f"project {gcp.project}"
    if observed.obstacle(PROJECT) is Obstacle.ABSENT:
        yield failure(
            "cloud-no-project", subject, "does not exist", "correct tokenIssuer.gcp.project"
        )
    if found := observed.one(PROJECT):
        number = str(found.get("projectNumber", ""))
        if number != gcp.project_number:
            yield failure(
                "cloud-project-number",
                subject,
                f"has number {number}, not {gcp.project_number}: no token would be accepted",
                f'set tokenIssuer.gcp.projectNumber to "{number}"',
            )
        elif found.get("lifecycleState", "ACTIVE") != "ACTIVE":
            yield failure(
                "cloud-project-deleted",
                subject,
                "is marked for deletion",
                f"run 'gcloud projects undelete {gcp.project}', or use another project",
            )
        else:
            yield success("cloud-project", subject, f"exists, with number {number}")


def _bucket(
    settings: TokenIssuerSettings, gcp: GcpIssuer, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    if gcp.key_storage is not KeyStorage.PUBLIC_BUCKET:
        return
    subject, found = f"bucket {settings.bucket}", observed.one(BUCKET)
    if found is None:
        if observed.obstacle(BUCKET) is Obstacle.ABSENT and purpose is not Purpose.PREFLIGHT:
            yield failure("cloud-absent", subject, "does not exist", "run 'pulumi up'")
        return
    if (owner := str(found.get("projectNumber", ""))) != gcp.project_number:
        yield failure(
            "cloud-bucket-of-another",
            subject,
            f"belongs to project number {owner}: names of buckets are unique in Google Cloud",
            "choose another tokenIssuer.name, or set tokenIssuer.gcp.keyStorage to pool-jwk-file",
        )
    elif purpose is Purpose.PREFLIGHT and settings.existing is None:
        yield existing(
            observed, resource_types.GOOGLE_BUCKET, settings.bucket, "set tokenIssuer.existing"
        )
    else:
        access = object_member(found, "iamConfiguration")
        if access.get("publicAccessPrevention") == "enforced":
            yield failure(
                "cloud-bucket-private",
                subject,
                "prevents public access, so Google cannot read the documents",
                "allow it, or set tokenIssuer.gcp.keyStorage to pool-jwk-file",
            )
        else:
            yield success("cloud-present", subject, "exists, in the project of the issuer")
