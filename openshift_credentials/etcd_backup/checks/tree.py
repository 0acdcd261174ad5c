"""Raw configuration of the backups, with what several checks ask of it."""

from openshift_credentials.etcd_backup.rules.credentials import CredentialMode, StorageType
from openshift_credentials.etcd_backup.rules.modes import default_mode
from openshift_credentials.stack.tree import Tree


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
        return default_mode(self.storage_type) if self.storage_type else None
