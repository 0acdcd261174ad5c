"""Settings of etcd backups: frozen models, one module per group of branch ``etcdBackup``."""

from typing import Final

from openshift_credentials.stack.cluster import Cluster, Kubernetes

from .aws_credentials import AwsIdentity, AwsStatic, AwsSts
from .azure_blob import AzureBlobStorage
from .azure_credentials import AzureClientSecret, AzureIdentity, AzureManagedIdentity, AzureWorkloadIdentity
from .backup_entries import expand
from .backups import Backup, BackupPolicy
from .branch import EtcdBackupSettings
from .credentials import Credentials, Identity
from .oadp import BackupStorageLocation, Oadp, Schedule
from .s3 import S3Storage
from .storage import Storage
from .upload import AzureBlobUpload, S3Upload, Upload

__all__ = [
    "MODEL",
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
