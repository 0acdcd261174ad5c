"""Settings of the storage of snapshots, in the terms of ``HCPEtcdBackup.spec.storage``."""

from typing import assert_never

from openshift_credentials.stack.base import Lax, Settings

from ..rules.credentials import StorageType
from .azure_blob import AzureBlobStorage
from .s3 import S3Storage

Place = S3Storage | AzureBlobStorage
"""The storage: one of the branches of ``etcdBackup.storage``."""


class Storage(Settings):
    """Storage of snapshots; the branch of ``storageType`` is required, the other forbidden."""

    storage_type: Lax[StorageType]
    """`S3` or `AzureBlob`, as in HCPEtcdBackup."""
    s3: S3Storage | None = None
    """The bucket, for `S3`."""
    azure_blob: AzureBlobStorage | None = None
    """The container, for `AzureBlob`."""

    @property
    def place(self) -> Place:
        """The branch of the storage type; checks have seen to it that it is there."""
        match self.storage_type:
            case StorageType.S3:
                place = self.s3
            case StorageType.AZURE_BLOB:
                place = self.azure_blob
            case _:
                assert_never(self.storage_type)
        if place is None:
            raise AssertionError("settings name the branch of their storage type")
        return place
