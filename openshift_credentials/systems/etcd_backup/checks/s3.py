"""Rules between settings of the S3 bucket."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.arns import REGIONS, kms_key_problem, region_problem

from ..settings import S3Storage
from .near_names import tags_differ_by_more_than_case, way_out_of_unknown
from .tree import S3, BackupTree

_CHANGES: Final = (
    "kms", "protect", "retainOnDestroy", "retentionDays", "noncurrentVersionDays", "objectLock",
    "policyStatements",
)  # fmt: skip
"""Settings that change the bucket, and that an existing one therefore does not have."""


def region_is_known(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """The region is in a partition that HCPEtcdBackup supports."""
    path = f"{S3}.region"
    if problem := region_problem(s3.region):
        yield tree.problem(path, problem, "choose a region of aws, aws-us-gov or aws-cn")
    elif s3.region not in REGIONS and not s3.allow_unknown_region:
        yield tree.problem(
            path, "is not a known region", way_out_of_unknown(s3.region, REGIONS, "region", f"{S3}.allowUnknownRegion")
        )


def key_is_beside_the_bucket(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """The KMS key is in the region and partition of the bucket."""
    if s3.kms_key_arn and (problem := kms_key_problem(s3.kms_key_arn, s3.region)):
        yield tree.problem(f"{S3}.kmsKeyARN", problem, f"use a key of region {s3.region}, or correct {S3}.region")


def one_key(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """A key is set or created, not both; settings of a key require a key."""
    if s3.makes_key and s3.kms_key_arn:
        yield tree.problem(
            f"{S3}.kms.create", f"would create a second key in addition to {S3}.kmsKeyARN", "keep only one of them"
        )
    if s3.kms and not s3.makes_key:
        for name in sorted(s3.kms.model_fields_set - {"create"}):
            yield tree.problem(
                f"{S3}.kms.{type(s3.kms).model_fields[name].alias}",
                "has no effect: the stack creates no key",
                f"set {S3}.kms.create to true, or remove it",
            )


def retention_fits_the_lock(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """Snapshots do not expire while they are locked."""
    retention, lock = s3.retention_days, s3.object_lock
    if retention and lock and retention < lock.days:
        yield tree.problem(
            f"{S3}.retentionDays",
            f"is less than {S3}.objectLock.days ({lock.days}): a delete marker would hide "
            "snapshots that cannot be deleted yet",
            f"set at least {lock.days}",
        )


def tags_are_apart(s3: S3Storage, _: BackupTree) -> Iterator[Notice]:
    """IAM rejects tags whose keys differ only in case."""
    return tags_differ_by_more_than_case(s3.tags, S3, "IAM")


def adopted_bucket_is_not_changed(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """Settings that change a bucket do not apply to one that is only read."""
    if not s3.existing:
        return
    for name in _CHANGES:
        if tree.value(f"{S3}.{name}") is not None:
            yield tree.problem(
                f"{S3}.{name}",
                f"would change the bucket, and {S3}.existing leaves it unchanged",
                "remove it, and set it in the stack that creates the bucket",
            )


def other_accounts(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """A bucket of another account exists already, and is the other account's to change."""
    path, owner = f"{S3}.bucketAccountId", s3.bucket_account_id
    if owner == s3.account_id:
        yield tree.problem(
            path, "is the account of the role, which is the default", "remove it, or set the other account"
        )
    elif owner and not s3.existing:
        yield tree.problem(
            path,
            f"needs {S3}.existing: the stack creates nothing in another account",
            f"create the bucket in that account, and set {S3}.existing to true",
        )
