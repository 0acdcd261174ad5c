"""etcd backups of hosted control planes: :class:`EtcdBackup` and its arguments."""

from components.etcd_backup.arguments import EtcdBackup, EtcdBackupArgs
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion
from openshift_credentials.systems.etcd_backup.settings import (
    Alerts,
    AwsStatic,
    AwsSts,
    AzureBlobStorage,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    Backup,
    BackupPolicy,
    BackupStorageLocation,
    Cluster,
    Imports,
    Kubernetes,
    Oadp,
    S3Storage,
    Schedule,
)

__all__ = [
    "Alerts",
    "AwsStatic",
    "AwsSts",
    "AzureBlobStorage",
    "AzureClientSecret",
    "AzureManagedIdentity",
    "AzureWorkloadIdentity",
    "Backup",
    "BackupPolicy",
    "BackupStorageLocation",
    "Cluster",
    "ContractVersion",
    "EtcdBackup",
    "EtcdBackupArgs",
    "Imports",
    "Kubernetes",
    "Oadp",
    "S3Storage",
    "Schedule",
]
