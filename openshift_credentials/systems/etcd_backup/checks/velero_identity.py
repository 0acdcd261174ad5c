"""Velero's own identity: when the stack can create it, and dependencies of its settings."""

from collections.abc import Iterator
from typing import assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.systems.etcd_backup.plan import velero
from openshift_credentials.systems.etcd_backup.settings import (
    AwsStatic,
    AzureBlobUpload,
    EtcdBackupSettings,
    S3Upload,
)


def velero_identity_fits(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All problems of ``etcdBackup.oadp.velero``."""
    group = settings.oadp.velero
    on_aws = isinstance(settings.upload, S3Upload)
    names = {"roleName": group.role_name, "identityName": group.identity_name}
    wanted, other = ("roleName", "identityName") if on_aws else ("identityName", "roleName")
    if names[other]:
        yield _problem(
            other, "is a setting of the other cloud", f"use {wanted}, or remove it", names[other]
        )
    if names[wanted] and not group.create_identity:
        yield _problem(
            wanted,
            "has no effect without createIdentity",
            "set createIdentity: true, or remove it",
            names[wanted],
        )
    if group.create_identity:
        yield from _of_a_new_one(settings)


def _of_a_new_one(settings: EtcdBackupSettings) -> Iterator[Notice]:
    if not settings.oadp.enabled:
        yield _problem(
            "createIdentity",
            "has no effect: backups through OADP are not enabled",
            "set oadp.enabled: true, or remove it",
            "true",
        )
    if isinstance(settings.upload.identity, AwsStatic):
        yield _problem(
            "createIdentity",
            "has no effect in mode aws-static: Velero reads the access keys in the location's "
            "Secret and prefers them to a role",
            "use mode aws-sts, or remove it",
            "true",
        )
    match upload := settings.upload:
        case S3Upload():
            name, own, kind = velero.role_name(settings), settings.role_name, "role"
        case AzureBlobUpload():
            name, own, kind = velero.identity_name(settings), settings.identity_name, "identity"
        case _:
            assert_never(upload)
    if name == own:
        yield _problem(
            f"{kind}Name",
            f"is also the {kind} of the backup Job, which must not be able to delete snapshots",
            "choose another name",
            name,
        )


def _problem(name: str, rule: str, way_out: str, value: str | None) -> Notice:
    return invalid(f"etcdBackup.oadp.velero.{name}", rule, way_out, value or "")
