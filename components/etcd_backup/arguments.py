"""The typed arguments of etcd backups, for programs in Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

import pulumi

from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    Backup,
    BackupPolicy,
    Cluster,
    EtcdBackupSettings,
    Identity,
    Kubernetes,
    Oadp,
    S3Storage,
)

from ..base.facade import as_in_a_stack, validate


@dataclass(frozen=True, kw_only=True)
class EtcdBackupArgs:
    """The arguments of :class:`EtcdBackup`; docs/settings.md describes each group.

    ``credentials`` has one type per credential mode. A value of a secret type, such as
    ``AwsStatic.secret_access_key``, is secret in the state.
    """

    cluster: Cluster
    storage: S3Storage | AzureBlobStorage
    credentials: Identity
    kubernetes: Kubernetes = field(default_factory=Kubernetes)
    backups: Sequence[Backup] = ()
    backup_policy: BackupPolicy = field(default_factory=BackupPolicy)
    oadp: Oadp = field(default_factory=Oadp)
    contract_version: ContractVersion = ContractVersion.CURRENT
    overrides: Mapping[str, Mapping[str, pulumi.Input[Any]]] = field(
        default_factory=dict[str, Mapping[str, pulumi.Input[Any]]]
    )

    def validate(self) -> EtcdBackupSettings:
        """The settings; raises :class:`pulumi.RunError` with all problems at once."""
        groups = {
            "cluster": self.cluster,
            "kubernetes": self.kubernetes,
            "backupPolicy": self.backup_policy,
            "oadp": self.oadp,
        }
        arguments: dict[str, object] = {
            **{name: as_in_a_stack(group) for name, group in groups.items()},
            "storage": _storage(self.storage),
            "credentials": {**as_in_a_stack(self.credentials), "mode": self.credentials.mode.value},
            "backups": [as_in_a_stack(backup) for backup in self.backups],
            "contractVersion": self.contract_version.value,
            "overrides": self.overrides,
        }
        return validate("etcdBackup", EtcdBackupSettings, arguments)


def _storage(storage: S3Storage | AzureBlobStorage) -> Mapping[str, object]:
    match storage:
        case S3Storage():
            return {"storageType": "S3", "s3": as_in_a_stack(storage)}
        case AzureBlobStorage():
            return {"storageType": "AzureBlob", "azureBlob": as_in_a_stack(storage)}
        case _:
            assert_never(storage)
