"""Raw configuration of the backups, with helpers for several checks."""

import difflib
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.branch_tree import BranchTree
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import readable

from ..rules.modes import CredentialMode, StorageType, default_mode
from ..settings import AzureBlobStorage, Cluster, Credentials, EtcdBackupSettings, Oadp, S3Storage

S3: Final = "etcdBackup.storage.s3"
BLOB: Final = "etcdBackup.storage.azureBlob"
CREDENTIALS: Final = "etcdBackup.credentials"
CONTROL_PLANE_IDENTITY: Final = f"{CREDENTIALS}.controlPlaneIdentity"


class BackupTree(BranchTree):
    """The raw tree of a stack whose backups are checked."""

    key = "etcdBackup"
    model = EtcdBackupSettings

    @property
    def storage_type(self) -> StorageType | None:
        """``etcdBackup.storage.storageType`` if it is one."""
        text = self.text("etcdBackup.storage.storageType")
        return StorageType(text) if text in set(StorageType) else None

    @property
    def mode(self) -> CredentialMode | None:
        """``etcdBackup.credentials.mode`` if it is one."""
        text = self.text(f"{CREDENTIALS}.mode")
        return CredentialMode(text) if text in set(CredentialMode) else None

    @property
    def effective_mode(self) -> CredentialMode | None:
        """The credential mode that is set, else that of the storage type."""
        if self.value(f"{CREDENTIALS}.mode") is not None:
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
        return readable(Credentials, self.value(CREDENTIALS)) or Credentials()

    @cached_property
    def oadp(self) -> Oadp:
        """``etcdBackup.oadp``, as far as it can be read."""
        return readable(Oadp, self.value("etcdBackup.oadp")) or Oadp()


def way_out_of_unknown(name: str, known: Collection[str], what: str, setting: str) -> str:
    """The most similar name, if one is similar, and the setting that allows a new one."""
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}? For" if near else "for"
    return f"{hint} a new {what} set {setting} to true"


def tags_differ_by_more_than_case(tags: Iterable[str], path: str, service: str) -> Iterator[Notice]:
    """No two names of tags differ only in case, which the service ignores."""
    seen: dict[str, str] = {}
    for name in tags:
        first = seen.setdefault(name.lower(), name)
        if first != name:
            yield invalid(
                f"{path}.tags.{name}",
                f"differs from {first} only in case, and {service} ignores case",
                "keep one of them",
            )
