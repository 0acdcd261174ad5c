"""What the identity of the backups can do and who can become it, from what is deployed."""

from typing import assert_never

from openshift_credentials.etcd_backup.explain.aws import explain_aws
from openshift_credentials.etcd_backup.explain.azure import explain_azure
from openshift_credentials.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)
from openshift_credentials.stack.explanation import Explanation


def explain(settings: EtcdBackupSettings) -> Explanation:
    """Ask the module of the stack's cloud."""
    match place := settings.storage.place:
        case S3Storage():
            return explain_aws(settings, place)
        case AzureBlobStorage():
            return explain_azure(settings, place)
        case _:
            assert_never(place)
