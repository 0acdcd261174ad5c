"""Rules about workload identity pools of Google Cloud: what their providers accept."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.platforms.resource_types import GOOGLE_BUCKET, WORKLOAD_IDENTITY_PROVIDER
from policies.resources import UNKNOWN, Resources, StackResource, items_at
from policies.rule import Configuration, Violations

_ISSUER: Final = "openshift-credentials:token-issuer:TokenIssuer"


def no_audience(resources: Resources, _: Configuration) -> Violations:
    """Providers that name no audience: Google then expects the name of the provider."""
    for provider in _providers(resources):
        audiences = provider.at("oidc", "allowedAudiences")
        if audiences is not UNKNOWN and not items_at(audiences):
            yield provider, "oidc.allowedAudiences is empty; name the audience of the tokens"


def unconditional_provider(resources: Resources, _: Configuration) -> Violations:
    """Providers that accept every token of an issuer of this stack."""
    for provider in _providers(resources):
        if provider.at("attributeCondition") in (None, "") and _is_own(provider, resources):
            yield provider, "attributeCondition is not set, so every token of the issuer counts"


def unconditional_foreign_provider(resources: Resources, _: Configuration) -> Violations:
    """The same for an issuer that others run, whose other users would count too."""
    for provider in _providers(resources):
        is_foreign = not _is_own(provider, resources)
        if provider.at("attributeCondition") in (None, "") and is_foreign:
            yield (
                provider,
                (
                    "attributeCondition is not set, and the issuer is not of this stack: every "
                    "token that it signs counts, also those of others"
                ),
            )


def _providers(resources: Resources) -> Iterator[StackResource]:
    """Providers that trust an OIDC issuer; others have other rules."""
    for resource in resources:
        if resource.type == WORKLOAD_IDENTITY_PROVIDER and resource.at("oidc") is not None:
            yield resource


def _is_own(provider: StackResource, resources: Resources) -> bool:
    """Whether the stack publishes the issuer; one that is not known yet counts as its own."""
    issuer = provider.at("oidc", "issuerUri")
    if issuer is UNKNOWN or provider.is_within(_ISSUER):
        return True
    buckets = [each.at("name") for each in resources if each.type == GOOGLE_BUCKET]
    return UNKNOWN in buckets or str(issuer).rstrip("/").rpartition("/")[2] in buckets
