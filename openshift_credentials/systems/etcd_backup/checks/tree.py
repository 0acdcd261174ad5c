"""Raw configuration of the backups, with helpers for several checks."""

from functools import cached_property
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid, show_value
from openshift_credentials.stack.readable import readable
from openshift_credentials.stack.tree import Tree
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode, StorageType
from openshift_credentials.systems.etcd_backup.rules.modes import default_mode
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    Cluster,
    Credentials,
    Oadp,
    S3Storage,
)

S3: Final = "etcdBackup.storage.s3"
BLOB: Final = "etcdBackup.storage.azureBlob"
CONTROL_PLANE_IDENTITY: Final = "etcdBackup.credentials.controlPlaneIdentity"


class BackupTree(Tree):
    """The raw tree of a stack whose backups are checked."""

    @property
    def storage_type(self) -> StorageType | None:
        """``etcdBackup.storage.storageType`` if it is one."""
        text = self.text("etcdBackup.storage.storageType")
        return StorageType(text) if text in set(StorageType) else None

    @property
    def mode(self) -> CredentialMode | None:
        """``etcdBackup.credentials.mode`` if it is one."""
        text = self.text("etcdBackup.credentials.mode")
        return CredentialMode(text) if text in set(CredentialMode) else None

    @property
    def effective_mode(self) -> CredentialMode | None:
        """The credential mode that is set, else that of the storage type."""
        if self.value("etcdBackup.credentials.mode") is not None:
            return self.mode
        if self.storage_type is StorageType.AZURE_BLOB and self.value(CONTROL_PLANE_IDENTITY):
            return CredentialMode.AZURE_MANAGED_IDENTITY
        return default_mode(self.storage_type) if self.storage_type else None

    @cached_property
    def cluster(self) -> Cluster | None:
        """``cluster``, as far as it can be read."""
        return readable(Cluster, self.value("cluster"))

    @cached_property
    def s3(self) -> S3Storage | None:
        """``etcdBackup.storage.s3``, as far as it can be read."""
        return readable(S3Storage, self.value(S3))

    @cached_property
    def blob(self) -> AzureBlobStorage | None:
        """``etcdBackup.storage.azureBlob``, as far as it can be read."""
        return readable(AzureBlobStorage, self.value(BLOB))

    @cached_property
    def credentials(self) -> Credentials:
        """``etcdBackup.credentials``, as far as it can be read."""
        return readable(Credentials, self.value("etcdBackup.credentials")) or Credentials()

    @cached_property
    def oadp(self) -> Oadp:
        """``etcdBackup.oadp``, as far as it can be read."""
        return readable(Oadp, self.value("etcdBackup.oadp")) or Oadp()

    def problem(self, path: str, rule: str, way_out: str) -> Notice:
        """The problem of a setting, with its value unless that is a group or a list."""
        value = self.value(path)
        is_single = isinstance(value, str | int | float)
        return invalid(path, rule, way_out, show_value(value, secret=False) if is_single else "")
