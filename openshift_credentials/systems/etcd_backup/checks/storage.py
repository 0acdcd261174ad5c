"""Rules between the branches of the storage, and between storage and credentials."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid

from ..rules.modes import CredentialMode, StorageType, storage_member
from .tree import BackupTree


def storage_branches(tree: BackupTree) -> Iterator[Notice]:
    """The branch of the storage type is there, and no other."""
    storage_type = tree.storage_type
    if storage_type is None:
        return
    for its_type in StorageType:
        branch = storage_member(its_type)
        given = tree.value(f"etcdBackup.storage.{branch}") is not None
        if its_type is storage_type and not given:
            yield invalid(f"etcdBackup.storage.{branch}", f"is required when storageType is {storage_type}", "add it")
        if its_type is not storage_type and given:
            yield invalid(
                f"etcdBackup.storage.{branch}",
                f"cannot be set when storageType is {storage_type}",
                f"remove it, or set storageType to {its_type}",
            )


def mode_fits_storage(tree: BackupTree) -> Iterator[Notice]:
    """The credential mode can upload to the storage."""
    storage_type, mode = tree.storage_type, tree.mode
    if storage_type and mode and mode.storage_type is not storage_type:
        fitting = " or ".join(one for one in CredentialMode if one.storage_type is storage_type)
        yield invalid(
            "etcdBackup.credentials.mode",
            f"cannot be used with storageType {storage_type}",
            f"choose {fitting}, or remove it",
            value=mode.value,
        )
