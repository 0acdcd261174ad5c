"""Notices about etcd backups, from the settings alone."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import assert_never

from openshift_credentials.etcd_backup.plan import planned_backups
from openshift_credentials.etcd_backup.remarks import aws, azure
from openshift_credentials.etcd_backup.remarks.backups import backup_advice
from openshift_credentials.etcd_backup.remarks.manifests import manifest_warnings
from openshift_credentials.etcd_backup.remarks.oadp import oadp_advice
from openshift_credentials.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)
from openshift_credentials.notices import Notice


def remarks(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All remarks on a stack: on its cloud, its backups, and OADP."""
    match place := settings.storage.place:
        case S3Storage():
            yield from aws.warnings(settings, place)
        case AzureBlobStorage():
            yield from azure.notes(settings)
            yield from azure.warnings(settings, place, datetime.now(UTC))
        case _:
            assert_never(place)
    yield from manifest_warnings(settings)
    if settings.backs_up_directly:
        yield from backup_advice(settings, tuple(planned_backups(settings)))
    yield from oadp_advice(settings)
