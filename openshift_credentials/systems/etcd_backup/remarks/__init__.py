"""Notices about etcd backups, from the settings alone."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices

from ..plan import plan_backups
from ..rules.modes import default_mode, mode_facts
from ..settings import AwsStatic, AzureBlobUpload, AzureClientSecret, EtcdBackupSettings, S3Upload
from . import aws, azure
from .backups import backup_advice
from .oadp import oadp_advice

REMARKS: Final = package_notices(__package__ or "", "secret.yaml")


def remarks(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All remarks on a stack: on its cloud, its backups, and OADP."""
    match upload := settings.upload:
        case S3Upload():
            yield from aws.warnings(upload)
        case AzureBlobUpload():
            yield from azure.warnings(settings, upload, datetime.now(UTC))
        case _:
            assert_never(upload)
    yield from secret_warnings(settings)
    if settings.backs_up_directly:
        yield from backup_advice(settings, tuple(plan_backups(settings)))
    yield from oadp_advice(settings)


def secret_warnings(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """Who can read the Secret, or a file with it, has its key."""
    identity = settings.upload.identity
    is_temporary = isinstance(identity, AwsStatic) and identity.session_token is not None
    if isinstance(identity, AwsStatic | AzureClientSecret) and not is_temporary:
        instead = default_mode(settings.storage.storage_type)
        yield REMARKS["long-lived-key"].fill(mode=settings.mode, instead=instead)
    if settings.kubernetes.render_to and mode_facts(settings.mode).has_long_lived_key:
        directory = PurePath(settings.kubernetes.render_to) / "secrets"
        yield REMARKS["secret-manifest-has-a-key"].fill(directory=directory)
