"""Stack configuration as frozen, validated models; one module per branch of the tree."""

from typing import Final

from openshift_credentials.stack.cluster import Cluster
from openshift_credentials.stack.kubernetes import Kubernetes
from openshift_credentials.systems.etcd_backup.settings.alerts import Alerts
from openshift_credentials.systems.etcd_backup.settings.azure_blob import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.backup_entries import expand
from openshift_credentials.systems.etcd_backup.settings.backups import Backup, BackupPolicy
from openshift_credentials.systems.etcd_backup.settings.branch import EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.credentials import Credentials
from openshift_credentials.systems.etcd_backup.settings.oadp import (
    BackupStorageLocation,
    Oadp,
    Schedule,
)
from openshift_credentials.systems.etcd_backup.settings.s3 import S3Storage
from openshift_credentials.systems.etcd_backup.settings.storage import Storage

__all__ = [
    "MODEL",
    "Alerts",
    "AzureBlobStorage",
    "Backup",
    "BackupPolicy",
    "BackupStorageLocation",
    "Cluster",
    "Credentials",
    "EtcdBackupSettings",
    "Kubernetes",
    "Oadp",
    "S3Storage",
    "Schedule",
    "Storage",
    "expand",
]

MODEL: Final = EtcdBackupSettings
"""Model of branch ``etcdBackup``."""
