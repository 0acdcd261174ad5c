"""Stack configuration as frozen, validated models; one module per branch of the tree."""

from openshift_credentials.settings.azure_blob import AzureBlobStorage
from openshift_credentials.settings.backup_policy import BackupPolicy
from openshift_credentials.settings.backups import Backup
from openshift_credentials.settings.credentials import Credentials
from openshift_credentials.settings.kubernetes import Kubernetes
from openshift_credentials.settings.load import load_settings
from openshift_credentials.settings.management_cluster import ManagementCluster
from openshift_credentials.settings.oadp import BackupStorageLocation, Oadp, Schedule
from openshift_credentials.settings.s3 import S3Storage
from openshift_credentials.settings.stack import StackSettings
from openshift_credentials.settings.storage import Storage

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
