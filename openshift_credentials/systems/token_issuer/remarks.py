"""Notices about a token issuer before it is created or changed."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.systems.token_issuer.plan import pool_id, provider_id
from openshift_credentials.systems.token_issuer.settings import (
    Existing,
    GcpIssuer,
    KeyStorage,
    TokenIssuerSettings,
)

_ROLL: Final = (
    "configure the API server to sign with it: store it in Secret "
    "openshift-kube-apiserver-operator/next-bound-service-account-signing-key, wait until 'oc get "
    "clusteroperator kube-apiserver' is no longer Progressing, and restart all pods"
)


def remarks(settings: TokenIssuerSettings) -> Iterator[Notice]:
    """Steps of a rotation between two updates, and other manual steps."""
    signer = settings.signer
    others = [key.name for key in settings.keys if key.name != signer.name]
    if others and signer is settings.keys[0]:
        yield Notice(
            "rotation-publish",
            Severity.WARNING,
            f"rotation, step 1: key {signer.name} signs and {', '.join(others)} is also "
            f"published; before the next change, wait until {_known_everywhere(settings)}, then "
            f"set tokenIssuer.signingKey to {others[-1]}",
            setting="tokenIssuer.signingKey",
        )
    elif others:
        yield Notice(
            "rotation-sign",
            Severity.WARNING,
            f"rotation, step 2: key {signer.name} signs from now on; {_ROLL}. Then remove "
            f"{', '.join(others)} from tokenIssuer.keys: tokens that it signed fail at once",
            setting="tokenIssuer.keys",
        )
    if others and settings.azure:
        yield Notice(
            "documents-replaced",
            Severity.WARNING,
            "a change of the published keys deletes the key set and uploads it again: for some "
            "seconds nobody can read it, and tokens that are exchanged then are refused; if the "
            "update stops in between, run 'pulumi up' again",
            setting="tokenIssuer.keys",
        )
    if settings.gcp and not settings.protect:
        yield _reserved_ids(settings, settings.gcp)
    if signer.public_key is not None:
        yield Notice(
            "public-key-only",
            Severity.WARNING,
            f"key {signer.name} is set as a public key: 'bundle' cannot write the signing key file "
            "for openshift-install, tls/bound-service-account-signing-key.key",
            setting="tokenIssuer.keys",
        )
    if settings.aws and settings.aws.private and not settings.aws.distribution_domain:
        yield Notice(
            "issuer-known-later",
            Severity.WARNING,
            "the issuer URL is known once CloudFront has created the distribution: set "
            "tokenIssuer.aws.distributionDomain to output issuerDomain after the first update, so "
            "that other systems of the stack can use it",
            setting="tokenIssuer.aws.distributionDomain",
        )
    if settings.existing is Existing.KEEP:
        yield Notice(
            "adopted-as-it-is",
            Severity.INFO,
            "resources of ccoctl are imported unchanged; set tokenIssuer.existing to repair in a "
            "later update to check and correct them",
            setting="tokenIssuer.existing",
        )


def _known_everywhere(settings: TokenIssuerSettings) -> str:
    """What to wait for after a key was published.

    Source: IAM documentation of Google Cloud, "Access change propagation": seven minutes or more.
    """
    if settings.gcp and settings.gcp.key_storage is KeyStorage.POOL_JWK_FILE:
        return "all of Google Cloud knows the provider's key set (ten minutes)"
    return "caches of the key set have expired (one hour)"


def _reserved_ids(settings: TokenIssuerSettings, gcp: GcpIssuer) -> Notice:
    pool, provider = pool_id(settings, gcp), provider_id(settings, gcp)
    place = f"--location global --project {gcp.project}"
    return Notice(
        "pool-id-reserved",
        Severity.INFO,
        f"a destroy reserves the IDs of pool {pool} and of its provider for 30 days; to use them "
        f"again, run 'gcloud iam workload-identity-pools undelete {pool} {place}' and 'gcloud iam "
        f"workload-identity-pools providers undelete {provider} --workload-identity-pool {pool} "
        f"{place}', then import both; or set tokenIssuer.gcp.pool to another ID",
        setting="tokenIssuer.protect",
    )
