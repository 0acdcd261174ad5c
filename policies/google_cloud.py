"""Rules about Google Cloud: principals of IAM, service accounts, their keys, buckets."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import as_object, json_in, object_items
from openshift_credentials.platforms.resource_types import GOOGLE_ACCOUNT_KEY, GOOGLE_BUCKET
from policies.resources import Resources, StackResource, items_at
from policies.rule import Configuration, Violations, texts

DOCUMENT_BUCKETS: Final = "documentBuckets"
DOCUMENT_BUCKETS_SCHEMA: Final[Mapping[str, object]] = {
    "type": "array",
    "items": {"type": "string"},
    "default": [],
    "description": "Names of further buckets that publish the documents of an issuer.",
}

_ROOT_ACCOUNT: Final = "openshift-credentials:gcp:RootAccount"
_DOCUMENTS: Final = "openshift-credentials:gcp:DocumentBucket"
_READER: Final = "roles/storage.objectViewer"
_PUBLIC: Final = ("allUsers", "allAuthenticatedUsers")
_BASIC: Final = ("roles/owner", "roles/editor")
_WHOLE_POOL: Final = re.compile(
    r"principalSet://[^/]+/projects/[^/]+/locations/[^/]+/workloadIdentityPools/[^/]+/\*"
)
_OWN_ACCOUNT: Final = re.compile(
    r"serviceAccount:(?!service-\d+@)[^@]+@[^@]+\.iam\.gserviceaccount\.com"
)
"""A service account that people create; agents of Google have other domains or names."""


def account_key(resources: Resources, _: Configuration) -> Violations:
    """Keys of service accounts beside that of the root secret, which a setting asks for."""
    for key in resources:
        if key.type == GOOGLE_ACCOUNT_KEY and not key.is_within(_ROOT_ACCOUNT):
            yield key, "a key of a service account does not expire; use Workload Identity"


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


def basic_role(resources: Resources, _: Configuration) -> Violations:
    """Service accounts that are owner or editor."""
    for resource, role, member in _grants(resources):
        if role in _BASIC and _OWN_ACCOUNT.fullmatch(member):
            yield resource, f"a service account has {role}; grant a custom role"


def access_by_object(resources: Resources, _: Configuration) -> Violations:
    """Buckets in which the list of an object can grant what the policy of the bucket does not."""
    for bucket in resources:
        if bucket.type == GOOGLE_BUCKET and bucket.at("uniformBucketLevelAccess") in (None, False):
            yield bucket, "uniformBucketLevelAccess is not true, so each object has its own access"


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
