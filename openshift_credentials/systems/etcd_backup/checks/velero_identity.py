"""Velero's own identity: when the stack can create it, and dependencies of its settings."""

from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.systems.etcd_backup.plan import velero
from openshift_credentials.systems.etcd_backup.settings import (
    AwsStatic,
    AzureBlobUpload,
    EtcdBackupSettings,
    S3Upload,
)

_VELERO: Final = "etcdBackup.oadp.velero"


def velero_identity_fits(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All problems of ``etcdBackup.oadp.velero``."""
    group = settings.oadp.velero
    on_aws = isinstance(settings.upload, S3Upload)
    names = {"roleName": group.role_name, "identityName": group.identity_name}
    wanted, other = ("roleName", "identityName") if on_aws else ("identityName", "roleName")
    if names[other]:
        yield invalid(
            f"{_VELERO}.{other}",
            "is a setting of the other cloud",
            f"use {wanted}, or remove it",
            names[other],
        )
    if names[wanted] and not group.create_identity:
        yield invalid(
            f"{_VELERO}.{wanted}",
            "has no effect without createIdentity",
            "set createIdentity: true, or remove it",
            names[wanted],
        )
    if group.create_identity:
        yield from _of_a_new_one(settings)


def _of_a_new_one(settings: EtcdBackupSettings) -> Iterator[Notice]:
    if not settings.oadp.enabled:
        yield invalid(
            f"{_VELERO}.createIdentity",
            "has no effect: backups through OADP are not enabled",
            "set oadp.enabled: true, or remove it",
            value=True,
        )
    if isinstance(settings.upload.identity, AwsStatic):
        yield invalid(
            f"{_VELERO}.createIdentity",
            "has no effect in mode aws-static: Velero reads the access keys in the location's "
            "Secret and prefers them to a role",
            "use mode aws-sts, or remove it",
            value=True,
        )
    match upload := settings.upload:
        case S3Upload():
            name, own, kind = velero.role_name(settings), settings.role_name, "role"
        case AzureBlobUpload():
            name, own, kind = velero.identity_name(settings), settings.identity_name, "identity"
        case _:
            assert_never(upload)
    if name == own:
        yield invalid(
            f"{_VELERO}.{kind}Name",
            f"is also the {kind} of the backup Job, which must not be able to delete snapshots",
            "choose another name",
            name,
        )
