"""Settings of the place where snapshots go, in the terms of ``HCPEtcdBackup.spec.storage``."""

from pydantic import Field

from openshift_credentials.etcd_backup.rules.credentials import StorageType
from openshift_credentials.etcd_backup.settings.azure_blob import AzureBlobStorage
from openshift_credentials.etcd_backup.settings.s3 import S3Storage
from openshift_credentials.stack.base import Settings


class Storage(Settings):
    """Where snapshots go; the branch that fits ``storageType`` is required, the other forbidden."""

    storage_type: StorageType = Field(
        strict=False, description="`S3` or `AzureBlob`, as in HCPEtcdBackup."
    )
    s3: S3Storage | None = Field(default=None, description="The bucket, for `S3`.")
    azure_blob: AzureBlobStorage | None = Field(
        default=None, description="The container, for `AzureBlob`."
    )

    @property
    def key_prefix(self) -> str:
        """Prefix of the snapshots, whatever the storage type."""
        if self.s3:
            return self.s3.key_prefix
        return self.azure_blob.key_prefix if self.azure_blob else ""
