"""Notices about a stack on AWS: allowed settings that have disadvantages."""

import re
from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.aws.arns import has_port, is_opt_in, partition_of
from openshift_credentials.systems.etcd_backup.settings import (
    AwsStatic,
    AwsSts,
    EtcdBackupSettings,
    S3Storage,
    S3Upload,
)
from openshift_credentials.systems.etcd_backup.settings.extra_statement import Effect

REMARKS: Final = package_notices(__package__ or "", "aws.yaml")


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
        yield REMARKS["copies-need-object-lock"].fill(bucket=copy.bucket)


def _role(settings: EtcdBackupSettings, storage: S3Storage, identity: AwsSts) -> Iterator[Notice]:
    if storage.retention_days and not settings.backs_up_directly:
        yield REMARKS["retention-without-backups"].fill(retention_days=storage.retention_days)
    if identity.role_name and identity.role_name != settings.role_name:
        yield REMARKS["role-name-cut"].fill(
            length=len(identity.role_name), role_name=settings.role_name
        )
    partition = partition_of(storage.region)
    if identity.restore and partition != "aws":
        yield REMARKS["restore-outside-aws"].fill(partition=partition)
    elif identity.restore and is_opt_in(storage.region):
        yield REMARKS["restore-in-opt-in-region"].fill(region=storage.region)
    issuer = settings.cluster.oidc_issuer
    if issuer.endswith("/"):
        yield REMARKS["issuer-with-slash"].fill(issuer=issuer)
    if has_port(issuer):
        yield REMARKS["issuer-with-port"].fill(issuer=issuer)
    yield from _privileges(identity)
    patterns = [account for account in identity.service_accounts if "*" in account]
    if patterns:
        yield REMARKS["wildcard-subjects"].fill(names=", ".join(patterns))


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
            yield REMARKS["statement-gains-privileges"].fill(
                index=index, actions=", ".join(found), resources=", ".join(statement.resource)
            )


def _static_keys(
    settings: EtcdBackupSettings, storage: S3Storage, identity: AwsStatic
) -> Iterator[Notice]:
    yield REMARKS["static-keys"]
    if identity.session_token is not None:
        yield REMARKS["session-keys-end"]
    if settings.credentials.role_name:
        yield REMARKS["role-name-unused"]
    if storage.kms_key_arn or storage.makes_key:
        yield REMARKS["static-keys-need-kms"]
