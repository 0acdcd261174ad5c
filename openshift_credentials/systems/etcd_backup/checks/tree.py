"""Raw configuration of the backups, with helpers for several checks."""

from typing import Final, TypeGuard

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid, shown
from openshift_credentials.stack.tree import Tree
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode, StorageType
from openshift_credentials.systems.etcd_backup.rules.modes import default_mode

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


class AzureBlobGroup:
    """The group ``etcdBackup.storage.azureBlob`` of a tree, by names of its settings."""

    def __init__(self, tree: BackupTree) -> None:
        self._tree = tree
        self.existing = self.flag("existing", default=False)
        self.account_exists = self.flag("existingAccount", self.existing)

    def value(self, name: str) -> object:
        """The setting, or ``None``."""
        return self._tree.value(f"{BLOB}.{name}")

    def flag(self, name: str, default: bool) -> bool:  # noqa: FBT001 - a value, not a switch
        """The setting, or the default if it is absent or not a flag."""
        value = self.value(name)
        return value if isinstance(value, bool) else default

    def number(self, name: str, default: int | None = None) -> int | None:
        """The setting, or the default if it is absent or not a number."""
        value = self.value(name)
        return value if is_number(value) else default

    def problem(self, name: str, rule: str, way_out: str) -> Notice:
        """The problem of a setting, with its value."""
        value = shown(self.value(name), secret=False)
        return invalid(f"{BLOB}.{name}", rule, way_out, value)


def is_number(value: object) -> TypeGuard[int]:
    """Whether a value is a number, but not a flag, which is a number in Python."""
    return isinstance(value, int) and not isinstance(value, bool)
