"""Stack configuration as frozen, validated models; one module per branch of the tree."""

from hcpbackup.settings.azure_blob import AzureBlobStorage
from hcpbackup.settings.backup_policy import BackupPolicy
from hcpbackup.settings.backups import Backup
from hcpbackup.settings.credentials import Credentials
from hcpbackup.settings.kubernetes import Kubernetes
from hcpbackup.settings.load import load_settings
from hcpbackup.settings.management_cluster import ManagementCluster
from hcpbackup.settings.oadp import BackupStorageLocation, Oadp, Schedule
from hcpbackup.settings.s3 import S3Storage
from hcpbackup.settings.stack import StackSettings
from hcpbackup.settings.storage import Storage

__all__ = [
    "AzureBlobStorage",
    "Backup",
    "BackupPolicy",
    "BackupStorageLocation",
    "Credentials",
    "Kubernetes",
    "ManagementCluster",
    "Oadp",
    "S3Storage",
    "Schedule",
    "StackSettings",
    "Storage",
    "load_settings",
]
