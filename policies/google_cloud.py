"""Rules about Google Cloud: principals of IAM, workload identity pools and their providers."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import as_object, json_in, object_items
from openshift_credentials.platforms.resource_types import GOOGLE_BUCKET, WORKLOAD_IDENTITY_PROVIDER
from policies.resources import UNKNOWN, Resources, StackResource, items_at
from policies.rule import Configuration, Violations, texts

DOCUMENT_BUCKETS: Final = "documentBuckets"
DOCUMENT_BUCKETS_SCHEMA: Final[Mapping[str, object]] = {
    "type": "array",
    "items": {"type": "string"},
    "default": [],
    "description": "Names of further buckets that publish the documents of an issuer.",
}

_DOCUMENTS: Final = "openshift-credentials:gcp:DocumentBucket"
_ISSUER: Final = "openshift-credentials:token-issuer:TokenIssuer"
_READER: Final = "roles/storage.objectViewer"
_PUBLIC: Final = ("allUsers", "allAuthenticatedUsers")
_WHOLE_POOL: Final = re.compile(r"principalSet://[^/]+/projects/[^/]+/locations/[^/]+/workloadIdentityPools/[^/]+/\*")


def public_principal(resources: Resources, configuration: Configuration) -> Violations:
    """Grants to everybody, except to read the documents of an issuer."""
    published = texts(configuration, DOCUMENT_BUCKETS)
    for resource, role, member in _grants(resources):
        is_document = resource.is_within(_DOCUMENTS) or resource.at("bucket") in published
        if member in _PUBLIC and not (is_document and role == _READER):
            yield resource, f"{member} has {role or 'access'}"


def open_pool(resources: Resources, _: Configuration) -> Violations:
    """Grants to every identity of a workload identity pool."""
    for resource, role, member in _grants(resources):
        if _WHOLE_POOL.fullmatch(member):
            yield resource, f"every identity of the pool has {role}; name a subject of the pool"


def _grants(resources: Resources) -> Iterator[tuple[StackResource, str, str]]:
    """Each grant of a stack: the resource, the role, the member; unknown values are left out."""
    for resource in resources:
        if resource.type.startswith("gcp:"):
            for role, member in _pairs(resource):
                if isinstance(member, str):
                    yield resource, role if isinstance(role, str) else "", member


def _pairs(resource: StackResource) -> Iterator[tuple[object, object]]:
    """Roles and members in the forms of IAM resources, and in those of lists of access."""
    role = resource.at("role")
    yield role, resource.at("member")
    yield role, resource.at("entity")
    yield from ((role, member) for member in items_at(resource.at("members")))
    for entry in items_at(resource.at("roleEntities")):
        name, _, entity = str(entry).partition(":")
        yield name, entity
    policy = resource.at("policyData")
    document = as_object(json_in(policy.encode()) if isinstance(policy, str) else None)
    for binding in object_items(document, "bindings"):
        yield from ((binding.get("role"), member) for member in items_at(binding, "members"))


def no_audience(resources: Resources, _: Configuration) -> Violations:
    """Providers that name no audience: Google then expects the name of the provider."""
    for provider in _providers(resources):
        audiences = provider.at("oidc", "allowedAudiences")
        if audiences is not UNKNOWN and not items_at(audiences):
            yield provider, "oidc.allowedAudiences is empty; name the audience of the tokens"


def unconditional_foreign_provider(resources: Resources, _: Configuration) -> Violations:
    """Providers that accept every token of an issuer that others run, and so others' users."""
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
