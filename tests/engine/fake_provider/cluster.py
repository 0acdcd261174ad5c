"""A cluster, and HyperShift's operator, which backs up as soon as it is asked."""

from collections.abc import Iterator

from tests.engine.fake_provider.world import Properties, RefusedError, World
from tests.kit import tokens


def create(world: World, type_: str, identifier: str, given: Properties, computed: Properties) -> None:
    """Write an object; a backup that succeeds uploads its snapshot.

    An equal object is adopted. Server-side apply refuses a field that another manager owns, and
    each resource of Pulumi is one.
    """
    found = world.get(type_, identifier)
    if type_ == tokens.SECRET and found and found.given.get("data") != given.get("data"):
        raise RefusedError('Apply failed with 1 conflict: conflict with "pulumi-kubernetes" using v1: .data')
    world.put(type_, identifier, given, computed)
    if type_ == tokens.HCP_ETCD_BACKUP and _has_succeeded(computed):
        number = len(world.snapshots())
        for type_of_object, store in _stores(world, given["spec"]["storage"]):
            world.upload(type_of_object, f"{store}/{1_795_300_000 + number}.db")


def update(world: World, type_: str, identifier: str, given: Properties, state: Properties) -> None:
    """Write an object; server-side apply makes it anew if it is gone."""
    del state
    world.put(type_, identifier, given)


def delete(world: World, type_: str, identifier: str, state: Properties) -> None:
    """Delete an object."""
    del state
    world.remove(type_, identifier)


def read(world: World, type_: str, identifier: str) -> tuple[Properties, Properties] | None:
    """What the API server answers."""
    found = world.get(type_, identifier)
    return (found.given, found.computed) if found else None


def _has_succeeded(computed: Properties) -> bool:
    return all(each["status"] == "True" for each in computed["status"]["conditions"])


def _stores(world: World, storage: Properties) -> Iterator[tuple[str, str]]:
    """Type of the object, and the ID of the bucket or container with the prefix."""
    if s3 := storage.get("s3"):
        yield tokens.S3_OBJECT, f"{s3['bucket']}/{s3['keyPrefix']}"
    if blob := storage.get("azureBlob"):
        place = {"accountName": blob["storageAccount"], "containerName": blob["container"]}
        for container in world.of_type(tokens.BLOB_CONTAINER, **place):
            yield tokens.BLOB, f"{container}/blobs/{blob['keyPrefix']}"
