"""Notices about a token issuer before it is created or changed."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.systems.token_issuer.plan import pool_id, provider_id
from openshift_credentials.systems.token_issuer.settings import (
    Existing,
    GcpIssuer,
    KeyStorage,
    TokenIssuerSettings,
)

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


def remarks(settings: TokenIssuerSettings) -> Iterator[Notice]:
    """Steps of a rotation between two updates, and other manual steps."""
    signer = settings.signer
    others = [key.name for key in settings.keys if key.name != signer.name]
    if others and signer is settings.keys[0]:
        yield REMARKS["rotation-publish"].fill(
            name=signer.name,
            others=", ".join(others),
            known_everywhere=_wait_after_publishing(settings),
            newest=others[-1],
        )
    elif others:
        yield REMARKS["rotation-sign"].fill(name=signer.name, others=", ".join(others))
    if others and settings.azure:
        yield REMARKS["documents-replaced"]
    if settings.gcp and not settings.protect:
        yield _reserved_ids(settings, settings.gcp)
    if signer.public_key is not None:
        yield REMARKS["public-key-only"].fill(name=signer.name)
    if settings.aws and settings.aws.private and not settings.aws.distribution_domain:
        yield REMARKS["issuer-known-later"]
    if settings.existing is Existing.KEEP:
        yield REMARKS["adopted-as-it-is"]


def _wait_after_publishing(settings: TokenIssuerSettings) -> str:
    """What to wait for after a key was published.

    Source: IAM documentation of Google Cloud, "Access change propagation": seven minutes or more.
    """
    if settings.gcp and settings.gcp.key_storage is KeyStorage.POOL_JWK_FILE:
        return "all of Google Cloud knows the provider's key set (ten minutes)"
    return "caches of the key set have expired (one hour)"


def _reserved_ids(settings: TokenIssuerSettings, gcp: GcpIssuer) -> Notice:
    pool, provider = pool_id(settings, gcp), provider_id(settings, gcp)
    place = f"--location global --project {gcp.project}"
    return REMARKS["pool-id-reserved"].fill(pool=pool, place=place, provider=provider)
