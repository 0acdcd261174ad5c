"""Notices about a stack on AWS: allowed settings that have disadvantages."""

import re
from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.aws.arns import has_port, is_opt_in, partition_of
from openshift_credentials.systems.etcd_backup.settings import (
    AwsStatic,
    AwsSts,
    EtcdBackupSettings,
    S3Storage,
    S3Upload,
)
from openshift_credentials.systems.etcd_backup.settings.extra_statement import Effect


def warnings(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Notice]:
    """One sentence each; they are warnings of the preview and remarks of ``explain``."""
    match upload.identity:
        case AwsStatic() as identity:
            yield from _static_keys(settings, upload.storage, identity)
        case AwsSts() as identity:
            yield from _role(settings, upload.storage, identity)
        case _:
            assert_never(upload.identity)
    yield from _copies(upload.storage)


def _copies(storage: S3Storage) -> Iterator[Notice]:
    """What only AWS knows about a second bucket that the stack does not create."""
    copy = storage.replication
    if copy and copy.existing and storage.object_lock:
        yield Notice(
            "copies-need-object-lock",
            Severity.WARNING,
            f"etcdBackup.storage.s3.replication.bucket = {copy.bucket}: S3 copies objects of a "
            "bucket with object lock only to a bucket that also has it, and reports a failure only "
            "in its metrics",
            way_out="run preflight --cloud, which reads the second bucket",
            setting="etcdBackup.storage.s3.replication.bucket",
        )


def _role(settings: EtcdBackupSettings, storage: S3Storage, identity: AwsSts) -> Iterator[Notice]:
    if storage.retention_days and not settings.backs_up_directly:
        yield Notice(
            "retention-without-backups",
            Severity.WARNING,
            f"etcdBackup.storage.s3.retentionDays = {storage.retention_days}: there are no direct "
            "backups, and Velero deletes the backups of OADP; the stack creates no lifecycle rule",
            setting="etcdBackup.storage.s3.retentionDays",
        )
    if identity.role_name and identity.role_name != settings.role_name:
        yield Notice(
            "role-name-cut",
            Severity.WARNING,
            f"etcdBackup.credentials.roleName has {len(identity.role_name)} characters and IAM "
            f"accepts 64: the name of the role is {settings.role_name}",
            setting="etcdBackup.credentials.roleName",
        )
    partition = partition_of(storage.region)
    if identity.restore and partition != "aws":
        yield Notice(
            "restore-outside-aws",
            Severity.WARNING,
            f"etcdBackup.credentials.restore in partition {partition}: OADP's plugin uses the STS "
            "endpoint https://sts.amazonaws.com, which does not support roles of this partition. "
            "Backups work, but restores that this role signs fail",
            setting="etcdBackup.credentials.restore",
        )
    elif identity.restore and is_opt_in(storage.region):
        yield Notice(
            "restore-in-opt-in-region",
            Severity.WARNING,
            f"etcdBackup.credentials.restore in region {storage.region}, which an account must "
            "enable: OADP's plugin uses the global STS endpoint, and such a region rejects its "
            "session tokens unless the account uses version 2 tokens",
            way_out="run aws iam set-security-token-service-preferences "
            "--global-endpoint-token-version v2Token",
            setting="etcdBackup.credentials.restore",
        )
    issuer = settings.cluster.oidc_issuer
    if issuer.endswith("/"):
        yield Notice(
            "issuer-with-slash",
            Severity.WARNING,
            f"cluster.oidcIssuer = {issuer}: the trust policy contains the OIDC provider with and "
            "without the trailing slash, because IAM keeps the slash and some tools omit it",
            setting="cluster.oidcIssuer",
        )
    if has_port(issuer):
        yield Notice(
            "issuer-with-port",
            Severity.WARNING,
            f"cluster.oidcIssuer = {issuer}: AWS recommends OIDC provider URLs without a port",
            way_out="test the role before you rely on it",
            setting="cluster.oidcIssuer",
        )
    yield from _privileges(identity)
    patterns = [account for account in identity.service_accounts if "*" in account]
    if patterns:
        yield Notice(
            "wildcard-subjects",
            Severity.WARNING,
            f"every service account that matches {', '.join(patterns)} can assume the role, "
            "including future ones",
            setting="etcdBackup.credentials.serviceAccounts",
        )


_PRIVILEGES: Final = re.compile(
    r"iam:(PassRole|(Add|Attach|Create|Delete|Detach|Put|Remove|Set|Tag|Untag|Update)\w*)|"
    r"sts:AssumeRole\w*|kms:(PutKeyPolicy|CreateGrant|ScheduleKeyDeletion|DisableKey)|"
    r"s3:(PutBucketPolicy|DeleteBucketPolicy|PutBucketAcl|PutObjectAcl|DeleteBucket|"
    r"PutLifecycleConfiguration|PutBucketVersioning|PutBucketPublicAccessBlock|"
    r"BypassGovernanceRetention)|lambda:(CreateFunction|UpdateFunction\w*|AddPermission)|"
    r"ec2:RunInstances|organizations:\w+",
    re.IGNORECASE,
)
"""Actions by which an identity gains other privileges, or undoes the protection of snapshots."""


def _privileges(identity: AwsSts) -> Iterator[Notice]:
    for index, statement in enumerate(identity.extra_statements):
        found = [action for action in statement.action if _PRIVILEGES.fullmatch(action)]
        if statement.effect is Effect.ALLOW and found:
            yield Notice(
                "statement-gains-privileges",
                Severity.WARNING,
                f"etcdBackup.credentials.extraStatements[{index}] allows {', '.join(found)} on "
                f"{', '.join(statement.resource)}: anybody who assumes the role can use this to "
                "gain other privileges or to remove the protection of snapshots. An upload does "
                "not need it",
                setting="etcdBackup.credentials.extraStatements",
            )


def _static_keys(
    settings: EtcdBackupSettings, storage: S3Storage, identity: AwsStatic
) -> Iterator[Notice]:
    yield Notice(
        "static-keys",
        Severity.WARNING,
        "etcdBackup.credentials.mode is aws-static: the keys are long-lived, work from anywhere "
        "and are stored in the Secret. The stack cannot limit their permissions, and no service "
        "account is authenticated",
        way_out="use aws-sts to avoid this",
        setting="etcdBackup.credentials.mode",
    )
    if identity.session_token is not None:
        yield Notice(
            "session-keys-end",
            Severity.WARNING,
            "temporary keys expire after some hours, and backups then fail until you set new ones",
            setting="etcdBackup.credentials.sessionToken",
        )
    if settings.credentials.role_name:
        yield Notice(
            "role-name-unused",
            Severity.WARNING,
            "etcdBackup.credentials.roleName has no effect: etcdBackup.credentials.mode "
            "aws-static creates no role",
            setting="etcdBackup.credentials.roleName",
        )
    if storage.kms_key_arn or storage.makes_key:
        yield Notice(
            "static-keys-need-kms",
            Severity.WARNING,
            "etcdBackup.storage.s3 encrypts with a KMS key: the owner of the static keys needs "
            "kms:GenerateDataKey and kms:Decrypt on it",
            setting="etcdBackup.storage.s3",
        )
