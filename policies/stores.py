"""Buckets and containers of a stack that hold snapshots; others, such as issuers, can be public."""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.platforms import resource_types
from policies.resources import Resources, StackResource
from policies.rule import Configuration, texts

STORES: Final = "stores"
STORES_SCHEMA: Final[Mapping[str, object]] = {
    "type": "array",
    "items": {"type": "string"},
    "default": [],
    "description": "Names of further buckets or storage accounts that hold snapshots.",
}

BUCKETS: Final = (resource_types.BUCKET, "aws:s3/bucketV2:BucketV2")
CONTAINER: Final = resource_types.BLOB_CONTAINER
BACKUP: Final = resource_types.BACKUP

_LOCATION: Final = "kubernetes:velero.io/v1:BackupStorageLocation"
_OURS: Final = ("openshift-credentials:aws:SnapshotBucket", "openshift-credentials:azure:SnapshotContainer")


def stores(resources: Resources, configuration: Configuration, *kinds: str) -> Iterator[tuple[StackResource, object]]:
    """Resources of these kinds that hold snapshots, each with the name of its store."""
    named = {*texts(configuration, STORES)}
    named |= {name for each in resources for name in _names(each) if isinstance(name, str) and name}
    for resource in resources:
        if resource.kind in kinds:
            name = resource.at("bucket" if resource.kind in BUCKETS else "accountName")
            if name in named or any(map(resource.is_within, _OURS)):
                yield resource, name


def _names(resource: StackResource) -> Iterator[object]:
    """Buckets and accounts that a backup or a location of the stack names."""
    if resource.type == BACKUP:
        yield resource.at("spec", "storage", "s3", "bucket")
        yield resource.at("spec", "storage", "azureBlob", "storageAccount")
    elif resource.type == _LOCATION:
        yield resource.at("spec", "objectStorage", "bucket")
        yield resource.at("spec", "config", "storageAccount")
