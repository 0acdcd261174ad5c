"""Buckets and accounts of a stack that hold snapshots; others, such as issuers, can be public."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar

from openshift_credentials.base.json_values import is_object
from openshift_credentials.platforms import resource_types
from policies.resources import UNKNOWN, Resources, StackResource, value_at
from policies.rule import Configuration, Violations, texts

T = TypeVar("T")

STORES: Final = "stores"
STORES_SCHEMA: Final[Mapping[str, object]] = {
    "type": "array",
    "items": {"type": "string"},
    "default": [],
    "description": "Names of further buckets or storage accounts that hold snapshots.",
}

BUCKETS: Final = (resource_types.BUCKET, "aws:s3/bucketV2:BucketV2")
ACCOUNT: Final = resource_types.STORAGE_ACCOUNT
CONTAINER: Final = resource_types.BLOB_CONTAINER
BACKUP: Final = resource_types.BACKUP

_LOCATION: Final = "kubernetes:velero.io/v1:BackupStorageLocation"
_OURS: Final = (
    "openshift-credentials:aws:SnapshotBucket",
    "openshift-credentials:azure:SnapshotAccount",
    "openshift-credentials:azure:SnapshotContainer",
)


def store_names(resources: Resources, configuration: Configuration) -> set[str]:
    """Names of the buckets and accounts that the stack's backups or its settings refer to."""
    found: set[str] = set(texts(configuration, STORES))
    for resource in resources:
        found.update(name for name in _names(resource) if isinstance(name, str) and name)
    return found


def _names(resource: StackResource) -> Iterator[object]:
    if resource.type == BACKUP:
        yield resource.at("spec", "storage", "s3", "bucket")
        yield resource.at("spec", "storage", "azureBlob", "storageAccount")
    elif resource.type == _LOCATION:
        yield resource.at("spec", "objectStorage", "bucket")
        yield resource.at("spec", "config", "storageAccount")


def stores(
    resources: Resources, configuration: Configuration, *kinds: str
) -> Iterator[tuple[StackResource, object]]:
    """Resources of these kinds that hold snapshots, each with the name of its store."""
    named = store_names(resources, configuration)
    for resource in resources:
        if resource.kind in kinds:
            name = name_of_store(resource)
            if name in named or any(map(resource.is_within, _OURS)):
                yield resource, name


def name_of_store(resource: StackResource) -> object:
    """Name of the bucket or account; UNKNOWN if AWS or Pulumi chooses it."""
    name = "bucket" if resource.kind in BUCKETS else "accountName"
    return resource.at(name)


def of_bucket(resources: Resources, bucket: StackResource, *types: str) -> Iterator[StackResource]:
    """Settings of buckets that are separate resources, by the bucket's name."""
    name = name_of_store(bucket)
    for resource in resources:
        if resource.type in types and isinstance(name, str) and resource.at("bucket") == name:
            yield resource


def may_cover(resources: Resources, *types: str) -> bool:
    """Whether a setting of these types refers to a bucket that is not known yet."""
    return any(
        resource.type in types and resource.at("bucket") is UNKNOWN for resource in resources
    )


def members(value: object, *path: str | int) -> Mapping[str, object]:
    """The object at a path, empty if there is none."""
    found = value_at(value, *path)
    return found if is_object(found) else {}


def judge_document(judge: Callable[[object], T], document: object) -> T | None:
    """The problem of a document; ``None`` for anything else, which AWS rejects."""
    try:
        return judge(document) if document is not None else None
    except ValueError:
        return None


def unprotected_store(resources: Resources, configuration: Configuration) -> Violations:
    """Buckets, accounts and containers of snapshots that a destroy would delete."""
    for store, _ in stores(resources, configuration, *BUCKETS, ACCOUNT, CONTAINER):
        if not store.protect:
            yield store, "set the option protect, so that no destroy deletes the snapshots"
