"""Rules between settings of the S3 bucket."""

from collections.abc import Iterator
from typing import Final, cast

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.stack.problems import invalid, shown
from openshift_credentials.systems.etcd_backup.checks.s3_bucket import bucket_problems
from openshift_credentials.systems.etcd_backup.checks.tree import BackupTree

_S3: Final = "etcdBackup.storage.s3"

_OF_MADE_BUCKETS: Final = (
    "kms",
    "uploadRoles",
    "perimeter",
    "replication",
    "protect",
    "retainOnDestroy",
    "retentionDays",
    "noncurrentVersionDays",
    "abortIncompleteUploadsDays",
    "objectLock",
    "accessLogging",
    "transition",
    "dataEvents",
    "inventory",
    "minimumTlsVersion",
)


def bucket_is_sound(tree: BackupTree) -> Iterator[Notice]:
    """Rules for every bucket."""
    return bucket_problems(tree, _S3)


def adopted_bucket_is_not_changed(tree: BackupTree) -> Iterator[Notice]:
    """Settings that change a bucket do not apply to one that is only read."""
    if tree.value("etcdBackup.storage.s3.existing") is not True:
        return
    for name in _OF_MADE_BUCKETS:
        if tree.value(f"etcdBackup.storage.s3.{name}") is not None:
            yield invalid(
                f"etcdBackup.storage.s3.{name}",
                "would change the bucket, and etcdBackup.storage.s3.existing leaves it unchanged",
                "remove it, and set it in the stack that creates the bucket",
            )


def other_accounts(tree: BackupTree) -> Iterator[Notice]:
    """A bucket of another account exists already, and is the other account's to change."""
    path = f"{_S3}.bucketAccountId"
    owner = tree.text(path, aws_rules.AWS_ACCOUNT_ID)
    if owner and owner == tree.text(f"{_S3}.accountId"):
        yield invalid(
            path,
            "is the account of the role, which is the default",
            "remove it, or set the other account",
            value=shown(owner, secret=False),
        )
    elif owner and tree.value(f"{_S3}.existing") is not True:
        yield invalid(
            path,
            f"needs {_S3}.existing: the stack creates nothing in another account",
            f"set {_S3}.existing to true, and create the bucket with a stack in that account whose "
            "uploadRoles include this stack's role",
            value=shown(owner, secret=False),
        )


def perimeter_lets_the_role_in(tree: BackupTree) -> Iterator[Notice]:
    """The perimeter does not deny the stack's own uploads."""
    path = f"{_S3}.perimeter"
    ours = _one_or_many(tree.value(f"{_S3}.conditions.sourceVpce"))
    theirs = _one_or_many(tree.value(f"{path}.sourceVpce"))
    if ours and theirs and not ours & theirs:
        yield invalid(
            f"{path}.sourceVpce",
            f"shares no endpoint with {_S3}.conditions.sourceVpce: the role could not upload from "
            "anywhere",
            "set the same endpoint in both",
        )


def _one_or_many(value: object) -> set[object]:
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    return {each for each in items if isinstance(each, str)}
