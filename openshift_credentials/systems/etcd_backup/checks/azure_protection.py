"""Rules between settings that protect the content of a storage account."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB, BackupTree
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.azure_access import AllowedCopyScope

_CONTAINER: Final = f"{BLOB}.containerImmutability"


def data_protection_fits(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Restore, versions, soft delete, immutability and expiry do not contradict each other."""
    restore, immutability = blob.point_in_time_restore_days, blob.immutability
    if restore:
        path = f"{BLOB}.pointInTimeRestoreDays"
        if not blob.versioning:
            yield tree.problem(path, "needs versioning", "set versioning to true, or remove this")
        if blob.soft_delete_days <= restore:
            yield tree.problem(
                path,
                f"must be less than softDeleteDays, which is {blob.soft_delete_days}",
                f"set softDeleteDays to at least {restore + 1}",
            )
        if immutability:
            yield tree.problem(path, "cannot be combined with immutability", "remove one of them")
    if immutability and not blob.versioning:
        yield tree.problem(
            f"{BLOB}.immutability", "needs versioning", "set versioning to true, or remove this"
        )
    if immutability:
        yield from _retention_fits(blob, tree, "immutability.days", immutability.days)


def _retention_fits(
    blob: AzureBlobStorage, tree: BackupTree, name: str, days: int
) -> Iterator[Notice]:
    """Blobs expire no earlier than they may be deleted; ``name`` is the setting that forbids it."""
    if blob.retention_days and blob.retention_days < days:
        yield tree.problem(
            f"{BLOB}.retentionDays",
            f"must be at least {name}, which is {days}: no blob can be deleted earlier",
            f"raise it, or lower {name}",
        )


def container_immutability_fits(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Immutability of versions in a container excludes what would change or delete its blobs.

    Source: Microsoft, "Version-level WORM policies for immutable blob data", "Point-in-time restore
    for block blobs" and "Object replication for block blobs".
    """
    immutability = blob.container_immutability
    if immutability is None:
        return
    if blob.makes_account and not blob.versioning:
        yield tree.problem(_CONTAINER, "needs versioning", "set versioning to true, or remove this")
    for name, given in (
        ("immutability", blob.immutability),
        ("pointInTimeRestoreDays", blob.point_in_time_restore_days),
        ("replication", blob.replication),
        ("deleteSnapshots", blob.delete_snapshots),
    ):
        if given:
            yield tree.problem(
                _CONTAINER, f"cannot be combined with {BLOB}.{name}", "remove one of them"
            )
    yield from _retention_fits(blob, tree, "containerImmutability.days", immutability.days)


def copies_have_somewhere_to_go(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Copies over private links need one.

    Source: Microsoft, "Restrict the source of copy operations to a storage account".
    """
    if blob.allowed_copy_scope is AllowedCopyScope.PRIVATE_LINK and blob.private_endpoint is None:
        yield tree.problem(
            f"{BLOB}.allowedCopyScope",
            "needs a private endpoint: accounts in its virtual network are the only ones allowed",
            "set privateEndpoint, or use AAD",
        )
