"""Rules between settings of the second bucket, to which S3 copies the snapshots."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.arns import kms_key_problem, partition_of
from openshift_credentials.systems.etcd_backup.checks.tree import S3, BackupTree
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.systems.etcd_backup.settings import S3Storage
from openshift_credentials.systems.etcd_backup.settings.s3_groups import Replication

_COPY = f"{S3}.replication"


def copy_is_out_of_reach(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """The second bucket is another one, in another region or account, that S3 can copy to."""
    copy = s3.replication
    if copy is None:
        return
    partition, target = partition_of(s3.region), partition_of(copy.region)
    elsewhere = copy.account_id not in (None, s3.account_id)
    if partition != target:
        yield tree.problem(
            f"{_COPY}.region",
            f"is in partition {target}, the bucket is in {partition}, and S3 copies within a "
            "partition",
            "choose a region of that partition",
        )
    if copy.region == s3.region and not elsewhere:
        yield tree.problem(
            f"{_COPY}.region",
            "is the region of the bucket, in the same account, so an outage would affect both",
            f"choose another region, or set {_COPY}.accountId to another account",
        )
    if copy.bucket == s3.bucket:
        yield tree.problem(
            f"{_COPY}.bucket",
            "is the bucket itself",
            "use another bucket: names are unique in all of AWS",
        )
    if elsewhere and not copy.existing:
        yield tree.problem(
            f"{_COPY}.existing",
            "must be true for a bucket in another account: the stack creates nothing there",
            f"create the bucket there with versioning enabled, and set {_COPY}.existing to true",
        )
    yield from _copies_expire(s3, copy, tree)
    yield from _copy_is_encrypted(s3, copy, tree)


def _copies_expire(s3: S3Storage, copy: Replication, tree: BackupTree) -> Iterator[Notice]:
    """The stack sets the expiry of its own bucket alone, and no locked copy expires."""
    path, days = f"{_COPY}.retentionDays", copy.retention_days
    if days and copy.existing:
        yield tree.problem(
            path,
            "has no effect: the bucket exists, and the stack never changes it",
            "remove it, and set a lifecycle rule on that bucket",
        )
    elif days and s3.object_lock and days < s3.object_lock.days:
        yield tree.problem(
            path,
            f"is less than {S3}.objectLock.days ({s3.object_lock.days}), which the copies have "
            "too: a delete marker would hide copies that cannot be deleted yet",
            f"set at least {s3.object_lock.days}",
        )


def copy_is_read_by_a_role(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """A restore from the copy is signed by the role that restores from the bucket."""
    if s3.replication is None or not s3.replication.restore:
        return
    if tree.effective_mode is CredentialMode.AWS_STATIC:
        yield tree.problem(
            f"{_COPY}.restore",
            "has no effect with mode aws-static, which creates no role",
            "remove it: the owner of the keys determines what they can read",
        )
    elif not tree.credentials.restore:
        yield tree.problem(
            f"{_COPY}.restore",
            "needs etcdBackup.credentials.restore: without it Velero cannot assume the role that "
            "reads the copies",
            "set etcdBackup.credentials.restore to true, or remove it",
        )


def _copy_is_encrypted(s3: S3Storage, copy: Replication, tree: BackupTree) -> Iterator[Notice]:
    """S3 copies objects encrypted with a KMS key only with a key for the copy."""
    path, key = f"{_COPY}.kmsKeyARN", copy.kms_key_arn
    encrypted = s3.makes_key or tree.value(f"{S3}.kmsKeyARN") is not None
    yield from _key_is_created_with_the_bucket(copy, tree)
    if encrypted and tree.value(path) is None and not copy.create_key:
        yield tree.problem(
            path,
            "is required: a KMS key encrypts the snapshots, and S3 copies such objects only with "
            "a key for the copy",
            f"use a key in the second bucket's region, or set {_COPY}.createKey",
        )
    if key and (problem := kms_key_problem(key, copy.region)):
        yield tree.problem(path, problem, f"use a key of region {copy.region}")
    elif (key or copy.create_key) and not encrypted:
        yield tree.problem(
            path if key else f"{_COPY}.createKey",
            "needs snapshots that a KMS key encrypts: S3 would not replicate the others",
            f"set {S3}.kms.create or {S3}.kmsKeyARN too, or remove it",
        )


def _key_is_created_with_the_bucket(copy: Replication, tree: BackupTree) -> Iterator[Notice]:
    path = f"{_COPY}.createKey"
    if copy.create_key and tree.value(f"{_COPY}.kmsKeyARN") is not None:
        yield tree.problem(
            path, f"would create a second key beside {_COPY}.kmsKeyARN", "remove one of them"
        )
    if copy.create_key and copy.existing:
        yield tree.problem(
            path,
            f"needs a bucket that the stack creates: {_COPY}.existing leaves the second bucket and "
            "its encryption unchanged",
            f"remove it, and name the key of that bucket in {_COPY}.kmsKeyARN",
        )
