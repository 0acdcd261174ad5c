"""Rules between settings of the second bucket, to which S3 copies the snapshots."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.arns import kms_key_problem, partition_of
from openshift_credentials.stack.problems import invalid, shown
from openshift_credentials.systems.etcd_backup.checks.tree import BackupTree
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode

_S3: Final = "etcdBackup.storage.s3"


def copy_is_out_of_reach(tree: BackupTree) -> Iterator[Notice]:
    """The second bucket is another one, in another region or account, that S3 can copy to."""
    copy = f"{_S3}.replication"
    if tree.value(copy) is None:
        return
    region = tree.text(f"{_S3}.region", aws_rules.AWS_REGION)
    target = tree.text(f"{copy}.region", aws_rules.AWS_REGION)
    account = tree.text(f"{_S3}.accountId")
    target_account = tree.text(f"{copy}.accountId", aws_rules.AWS_ACCOUNT_ID) or account
    if region and target and partition_of(region) != partition_of(target):
        yield invalid(
            f"{copy}.region",
            f"is in partition {partition_of(target)}, the bucket is in {partition_of(region)}, and "
            "S3 copies within a partition",
            "choose a region of that partition",
            value=shown(target, secret=False),
        )
    if target and target == region and target_account == account:
        yield invalid(
            f"{copy}.region",
            "is the region of the bucket, in the same account, so an outage would affect both",
            f"choose another region, or set {copy}.accountId to another account",
            value=shown(target, secret=False),
        )
    name = tree.text(f"{copy}.bucket", aws_rules.BUCKET_NAME)
    if name and name == tree.text(f"{_S3}.bucket"):
        yield invalid(
            f"{copy}.bucket",
            "is the bucket itself",
            "use another bucket: names are unique in all of AWS",
            value=shown(name, secret=False),
        )
    if target_account != account and tree.value(f"{copy}.existing") is not True:
        yield invalid(
            f"{copy}.existing",
            "must be true for a bucket in another account: the stack creates nothing there",
            f"create the bucket there with versioning enabled, and set {copy}.existing to true",
        )
    yield from _copy_is_encrypted(tree, target)


def copy_is_read_by_a_role(tree: BackupTree) -> Iterator[Notice]:
    """A restore from the copy is signed by the role that restores from the bucket."""
    path = f"{_S3}.replication.restore"
    if tree.value(path) is not True:
        return
    if tree.effective_mode is CredentialMode.AWS_STATIC:
        yield invalid(
            path,
            "has no effect with mode aws-static, which creates no role",
            "remove it: the owner of the keys determines what they can read",
            value="true",
        )
    elif tree.value("etcdBackup.credentials.restore") is not True:
        yield invalid(
            path,
            "needs etcdBackup.credentials.restore: without it Velero cannot assume the role that "
            "reads the copies",
            "set etcdBackup.credentials.restore to true, or remove it",
            value="true",
        )


def _copy_is_encrypted(tree: BackupTree, target: str | None) -> Iterator[Notice]:
    """S3 copies objects encrypted with a KMS key only with a key for the copy."""
    path = f"{_S3}.replication.kmsKeyARN"
    key = tree.text(path, aws_rules.KMS_KEY_ARN)
    makes_key = tree.value(f"{_S3}.kms.create") is True
    if tree.value(path) is None and (makes_key or tree.value(f"{_S3}.kmsKeyARN") is not None):
        yield invalid(
            path,
            "is required: a KMS key encrypts the snapshots, and S3 copies such objects only with "
            "a key for the copy",
            "use a key in the second bucket's region",
        )
    if key and target and (problem := kms_key_problem(key, target)):
        yield invalid(
            path,
            problem,
            f"use a key of region {target}",
            value=shown(key, secret=False),
        )
    elif key and not makes_key and tree.value(f"{_S3}.kmsKeyARN") is None:
        yield invalid(
            path,
            "needs snapshots that a KMS key encrypts: S3 would not replicate the others",
            f"set {_S3}.kms.create or {_S3}.kmsKeyARN too, or remove it",
            value=shown(key, secret=False),
        )
