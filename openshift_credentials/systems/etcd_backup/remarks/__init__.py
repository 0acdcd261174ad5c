"""Notices about etcd backups, from the settings alone."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.systems.etcd_backup.plan import plan_backups
from openshift_credentials.systems.etcd_backup.remarks import aws, azure
from openshift_credentials.systems.etcd_backup.remarks.backups import backup_advice
from openshift_credentials.systems.etcd_backup.remarks.oadp import oadp_advice
from openshift_credentials.systems.etcd_backup.rules.modes import mode_facts
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobUpload,
    EtcdBackupSettings,
    S3Upload,
)

REMARKS: Final = package_notices(__package__ or "", "manifests.yaml")


def remarks(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All remarks on a stack: on its cloud, its backups, and OADP."""
    match upload := settings.upload:
        case S3Upload():
            yield from aws.warnings(settings, upload)
        case AzureBlobUpload():
            yield from azure.notes(settings, upload)
            yield from azure.warnings(settings, upload, datetime.now(UTC))
        case _:
            assert_never(upload)
    yield from manifest_warnings(settings)
    if settings.backs_up_directly:
        yield from backup_advice(settings, tuple(plan_backups(settings)))
    yield from oadp_advice(settings)


def manifest_warnings(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """The Secret is also written, and everybody who can read the file can read the Secret."""
    if not settings.kubernetes.render_to:
        return
    directory = PurePath(settings.kubernetes.render_to) / "secrets"
    written = f"{directory} will contain the credential Secret in base64, which is not encryption"
    if mode_facts(settings.mode).has_long_lived_key:
        yield REMARKS["secret-manifest-has-a-key"].fill(written=written)
    else:
        yield REMARKS["secret-manifest"].fill(written=written)
