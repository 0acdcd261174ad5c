"""Rules between settings of the S3 bucket."""

import difflib
from collections.abc import Iterator
from typing import Final, cast

from openshift_credentials.aws import text_rules as aws_rules
from openshift_credentials.aws.arns import REGIONS, kms_key_problem, partition_of, region_problem
from openshift_credentials.etcd_backup.checks.tree import BackupTree
from openshift_credentials.stack.problems import Problem, shown
from openshift_credentials.stack.tree import Tree, as_group

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
    "minimumTlsVersion",
)


def region_is_known(tree: BackupTree) -> Iterator[Problem]:
    """The region is in a partition that HCPEtcdBackup knows."""
    region = tree.text("etcdBackup.storage.s3.region", aws_rules.AWS_REGION)
    if region and (problem := region_problem(region)):
        yield Problem(
            "etcdBackup.storage.s3.region",
            problem,
            "choose a region of aws, aws-us-gov or aws-cn",
            value=shown(region, secret=False),
        )
    elif (
        region
        and region not in REGIONS
        and tree.value("etcdBackup.storage.s3.allowUnknownRegion") is not True
    ):
        near = difflib.get_close_matches(region, REGIONS, n=1)
        yield Problem(
            "etcdBackup.storage.s3.region",
            "is not a region that this version knows",
            f"{f'did you mean {near[0]}? ' if near else ''}For a new region set "
            "etcdBackup.storage.s3.allowUnknownRegion to true",
            value=shown(region, secret=False),
        )


def kms_key_is_beside_the_bucket(tree: BackupTree) -> Iterator[Problem]:
    """The KMS key is in the region and partition of the bucket."""
    key = tree.text("etcdBackup.storage.s3.kmsKeyARN", aws_rules.KMS_KEY_ARN)
    region = tree.text("etcdBackup.storage.s3.region", aws_rules.AWS_REGION)
    if key and region and (problem := kms_key_problem(key, region)):
        yield Problem(
            "etcdBackup.storage.s3.kmsKeyARN",
            problem,
            f"name a key of region {region}, or correct etcdBackup.storage.s3.region",
            value=shown(key, secret=False),
        )


def one_kms_key(tree: BackupTree) -> Iterator[Problem]:
    """A key is given or made, not both; what describes a key needs one to describe."""
    makes_key = tree.value("etcdBackup.storage.s3.kms.create") is True
    if makes_key and tree.value("etcdBackup.storage.s3.kmsKeyARN") is not None:
        yield Problem(
            "etcdBackup.storage.s3.kms.create",
            "would make a second key beside etcdBackup.storage.s3.kmsKeyARN",
            "keep one of the two",
            value="true",
        )
    if not makes_key:
        for name in ("alias", "rotationDays", "deletionDays"):
            if tree.value(f"etcdBackup.storage.s3.kms.{name}") is not None:
                yield Problem(
                    f"etcdBackup.storage.s3.kms.{name}",
                    "describes a key that is not made",
                    "set etcdBackup.storage.s3.kms.create to true, or remove it",
                )


def adopted_bucket_is_not_changed(tree: BackupTree) -> Iterator[Problem]:
    """What would change a bucket cannot be asked of one that is only read."""
    if tree.value("etcdBackup.storage.s3.existing") is not True:
        return
    for name in _OF_MADE_BUCKETS:
        if tree.value(f"etcdBackup.storage.s3.{name}") is not None:
            yield Problem(
                f"etcdBackup.storage.s3.{name}",
                "would change a bucket that etcdBackup.storage.s3.existing leaves as it is",
                "remove it, and set it where the bucket is made",
            )


def other_accounts(tree: BackupTree) -> Iterator[Problem]:
    """A bucket of another account exists already, and is the other account's to change."""
    path = f"{_S3}.bucketAccountId"
    owner = tree.text(path, aws_rules.AWS_ACCOUNT_ID)
    if owner and owner == tree.text(f"{_S3}.accountId"):
        yield Problem(
            path,
            "is the account of the role too, as it is without this setting",
            "remove it, or name the other account",
            value=shown(owner, secret=False),
        )
    elif owner and tree.value(f"{_S3}.existing") is not True:
        yield Problem(
            path,
            f"needs {_S3}.existing: the stack makes nothing in another account",
            f"set {_S3}.existing to true, and make the bucket in a stack of that account, whose "
            "uploadRoles name this stack's role",
            value=shown(owner, secret=False),
        )
    region = tree.text(f"{_S3}.region", aws_rules.AWS_REGION)
    for index, item in enumerate(tree.items(f"{_S3}.uploadRoles")):
        arn = Tree(as_group(item)).text("roleARN", aws_rules.IAM_ROLE_ARN)
        if arn and region and arn.split(":")[1] != partition_of(region):
            yield Problem(
                f"{_S3}.uploadRoles[{index}].roleARN",
                f"is in partition {arn.split(':')[1]}, the bucket in {partition_of(region)}",
                "name a role of that partition",
                value=shown(arn, secret=False),
            )


def perimeter_lets_somebody_in(tree: BackupTree) -> Iterator[Problem]:
    """A perimeter refuses something, and not the stack's own uploads."""
    path = f"{_S3}.perimeter"
    if tree.value(path) is None:
        return
    group = as_group(tree.value(path))
    if group.get("blockCustomerKeys") is False and not any(
        group.get(name) for name in ("readers", "sourceVpce", "principalOrgID")
    ):
        yield Problem(path, "refuses nothing", "name readers, or remove it")
    region = tree.text(f"{_S3}.region", aws_rules.AWS_REGION)
    for index, arn in enumerate(tree.items(f"{path}.readers")):
        well_formed = isinstance(arn, str) and not aws_rules.IAM_ROLE_ARN.problem(arn)
        if well_formed and region and str(arn).split(":")[1] != partition_of(region):
            yield Problem(
                f"{path}.readers[{index}]",
                f"is in partition {str(arn).split(':')[1]}, the bucket in {partition_of(region)}",
                "name a role of that partition",
                value=shown(arn, secret=False),
            )
    ours = _one_or_many(tree.value(f"{_S3}.conditions.sourceVpce"))
    theirs = _one_or_many(tree.value(f"{path}.sourceVpce"))
    if ours and theirs and not ours & theirs:
        yield Problem(
            f"{path}.sourceVpce",
            f"has none of {_S3}.conditions.sourceVpce: the role may come from nowhere",
            "name one endpoint in both",
        )


def _one_or_many(value: object) -> set[object]:
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    return {each for each in items if isinstance(each, str)}


def retention_is_not_below_the_lock(tree: BackupTree) -> Iterator[Problem]:
    """Snapshots do not expire while they are locked."""
    retention = tree.value("etcdBackup.storage.s3.retentionDays")
    lock = tree.value("etcdBackup.storage.s3.objectLock.days")
    if isinstance(retention, int) and isinstance(lock, int) and retention < lock:
        yield Problem(
            "etcdBackup.storage.s3.retentionDays",
            f"is below etcdBackup.storage.s3.objectLock.days ({lock}): snapshots would be "
            "hidden behind a delete marker while they still cannot be deleted",
            f"give at least {lock}",
            value=str(retention),
        )


def access_log_is_elsewhere(tree: BackupTree) -> Iterator[Problem]:
    """Access logs do not go to the bucket that they are about."""
    target = tree.text("etcdBackup.storage.s3.accessLogging.bucket", aws_rules.BUCKET_NAME)
    if target and target == tree.value("etcdBackup.storage.s3.bucket"):
        yield Problem(
            "etcdBackup.storage.s3.accessLogging.bucket",
            "is the bucket itself: every log would be logged again without end",
            "name another bucket",
            value=shown(target, secret=False),
        )


def tags_differ_by_more_than_case(tree: BackupTree) -> Iterator[Problem]:
    """IAM takes no two tags whose keys differ in case only."""
    seen: dict[str, str] = {}
    for key in as_group(tree.value("etcdBackup.storage.s3.tags")):
        first = seen.setdefault(key.lower(), key)
        if first != key:
            yield Problem(
                f"etcdBackup.storage.s3.tags.{key}",
                f"differs from {first} in case only, and IAM takes that for the same key",
                "keep one of them",
            )
