"""Settings of etcd backups: frozen models, one module per group of branch ``etcdBackup``."""

from typing import Final

from openshift_credentials.stack.cluster import Cluster
from openshift_credentials.stack.kubernetes import Kubernetes
from openshift_credentials.systems.etcd_backup.settings.alerts import Alerts
from openshift_credentials.systems.etcd_backup.settings.aws_credentials import (
    AwsIdentity,
    AwsStatic,
    AwsSts,
)
from openshift_credentials.systems.etcd_backup.settings.azure_blob import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.azure_credentials import (
    AzureClientSecret,
    AzureIdentity,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
)
from openshift_credentials.systems.etcd_backup.settings.backup_entries import expand
from openshift_credentials.systems.etcd_backup.settings.backups import Backup, BackupPolicy
from openshift_credentials.systems.etcd_backup.settings.branch import EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.credentials import Credentials, Identity
from openshift_credentials.systems.etcd_backup.settings.imports import Imports
from openshift_credentials.systems.etcd_backup.settings.oadp import (
    BackupStorageLocation,
    Oadp,
    Schedule,
)
from openshift_credentials.systems.etcd_backup.settings.s3 import S3Storage
from openshift_credentials.systems.etcd_backup.settings.storage import Storage
from openshift_credentials.systems.etcd_backup.settings.upload import (
    AzureBlobUpload,
    S3Upload,
    Upload,
)

__all__ = [
    "MODEL",
    "Alerts",
    "AwsIdentity",
    "AwsStatic",
    "AwsSts",
    "AzureBlobStorage",
    "AzureBlobUpload",
    "AzureClientSecret",
    "AzureIdentity",
    "AzureManagedIdentity",
    "AzureWorkloadIdentity",
    "Backup",
    "BackupPolicy",
    "BackupStorageLocation",
    "Cluster",
    "Credentials",
    "EtcdBackupSettings",
    "Identity",
    "Imports",
    "Kubernetes",
    "Oadp",
    "S3Storage",
    "S3Upload",
    "Schedule",
    "Storage",
    "Upload",
    "expand",
]

MODEL: Final = EtcdBackupSettings
"""Model of branch ``etcdBackup``."""
