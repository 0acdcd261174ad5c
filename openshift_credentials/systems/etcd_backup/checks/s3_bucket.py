"""Rules between settings of a bucket that a stack creates, in any branch."""

import difflib
from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.arns import (
    REGIONS,
    kms_key_problem,
    partition_of,
    region_problem,
)
from openshift_credentials.platforms.aws.storage_classes import StorageClass
from openshift_credentials.stack.problems import invalid, shown
from openshift_credentials.stack.tree import Tree, as_group


def bucket_problems(tree: Tree, path: str) -> Iterator[Notice]:
    """All problems within one branch that shapes a bucket."""
    for check in (
        _region_is_known,
        _key_is_beside_the_bucket,
        _one_key,
        _roles_are_of_the_partition,
        _perimeter_refuses_something,
        _retention_fits_the_lock,
        _retention_fits_the_storage_class,
        _records_are_elsewhere,
        _tags_differ_by_more_than_case,
    ):
        yield from check(tree, path)


def _region_is_known(tree: Tree, path: str) -> Iterator[Notice]:
    """The region is in a partition that HCPEtcdBackup supports."""
    region = tree.text(f"{path}.region", aws_rules.AWS_REGION)
    if region and (problem := region_problem(region)):
        yield invalid(
            f"{path}.region",
            problem,
            "choose a region of aws, aws-us-gov or aws-cn",
            value=shown(region, secret=False),
        )
    elif region and region not in REGIONS and tree.value(f"{path}.allowUnknownRegion") is not True:
        near = difflib.get_close_matches(region, REGIONS, n=1)
        yield invalid(
            f"{path}.region",
            "is not a known region",
            f"{f'did you mean {near[0]}? ' if near else ''}For a new region set "
            f"{path}.allowUnknownRegion to true",
            value=shown(region, secret=False),
        )


def _key_is_beside_the_bucket(tree: Tree, path: str) -> Iterator[Notice]:
    """The KMS key is in the region and partition of the bucket."""
    key = tree.text(f"{path}.kmsKeyARN", aws_rules.KMS_KEY_ARN)
    region = tree.text(f"{path}.region", aws_rules.AWS_REGION)
    if key and region and (problem := kms_key_problem(key, region)):
        yield invalid(
            f"{path}.kmsKeyARN",
            problem,
            f"use a key of region {region}, or correct {path}.region",
            value=shown(key, secret=False),
        )


def _one_key(tree: Tree, path: str) -> Iterator[Notice]:
    """A key is set or created, not both; settings of a key require a key."""
    makes_key = tree.value(f"{path}.kms.create") is True
    if makes_key and tree.value(f"{path}.kmsKeyARN") is not None:
        yield invalid(
            f"{path}.kms.create",
            f"would create a second key in addition to {path}.kmsKeyARN",
            "keep only one of them",
            value="true",
        )
    if not makes_key:
        for name in ("alias", "rotationDays", "deletionDays"):
            if tree.value(f"{path}.kms.{name}") is not None:
                yield invalid(
                    f"{path}.kms.{name}",
                    "has no effect: the stack creates no key",
                    f"set {path}.kms.create to true, or remove it",
                )


def _roles_are_of_the_partition(tree: Tree, path: str) -> Iterator[Notice]:
    """Roles of another partition cannot reach the bucket."""
    region = tree.text(f"{path}.region", aws_rules.AWS_REGION)
    if region is None:
        return
    named = [
        (f"{path}.{group}[{index}].roleARN", as_group(item).get("roleARN"))
        for group in ("uploadRoles", "copyRoles")
        for index, item in enumerate(tree.items(f"{path}.{group}"))
    ]
    named += [
        (f"{path}.perimeter.readers[{index}]", arn)
        for index, arn in enumerate(tree.items(f"{path}.perimeter.readers"))
    ]
    for place, arn in named:
        if not isinstance(arn, str) or aws_rules.IAM_ROLE_ARN.problem(arn):
            continue
        if arn.split(":")[1] != partition_of(region):
            yield invalid(
                place,
                f"is in partition {arn.split(':')[1]}, the bucket is in {partition_of(region)}",
                "use a role of that partition",
                value=shown(arn, secret=False),
            )


def _perimeter_refuses_something(tree: Tree, path: str) -> Iterator[Notice]:
    if tree.value(f"{path}.perimeter") is None:
        return
    group = as_group(tree.value(f"{path}.perimeter"))
    if group.get("blockCustomerKeys") is False and not any(
        group.get(name) for name in ("readers", "sourceVpce", "principalOrgID")
    ):
        yield invalid(f"{path}.perimeter", "refuses nothing", "add readers, or remove it")


def _retention_fits_the_lock(tree: Tree, path: str) -> Iterator[Notice]:
    """Snapshots do not expire while they are locked."""
    retention = tree.value(f"{path}.retentionDays")
    lock = tree.value(f"{path}.objectLock.days")
    if isinstance(retention, int) and isinstance(lock, int) and retention < lock:
        yield invalid(
            f"{path}.retentionDays",
            f"is less than {path}.objectLock.days ({lock}): a delete marker would hide snapshots "
            "that cannot be deleted yet",
            f"set at least {lock}",
            value=str(retention),
        )


def _retention_fits_the_storage_class(tree: Tree, path: str) -> Iterator[Notice]:
    """Snapshots are old enough for the class, and stay there as long as AWS charges for it."""
    name = tree.text(f"{path}.transition.storageClass")
    if name not in set(StorageClass):
        return
    storage_class = StorageClass(name)
    after = tree.value(f"{path}.transition.afterDays")
    days = after if isinstance(after, int) else storage_class.earliest_days
    if days < storage_class.earliest_days:
        yield invalid(
            f"{path}.transition.afterDays",
            f"is less than {storage_class.earliest_days}: S3 does not move younger objects to "
            f"{name}",
            f"set at least {storage_class.earliest_days}, or remove it",
            value=str(days),
        )
    retention = tree.value(f"{path}.retentionDays")
    least = days + storage_class.charged_days
    if isinstance(retention, int) and retention < least:
        yield invalid(
            f"{path}.retentionDays",
            f"deletes snapshots {max(retention - days, 0)} days after they move to {name}, and AWS "
            f"charges for at least {storage_class.charged_days} days in that class",
            f"set at least {least}, or remove {path}.transition",
            value=str(retention),
        )


_RECORDS = {
    "accessLogging": "every log entry would create another one",
    "dataEvents": "every log file would create another event",
    "inventory": "the lists would be stored among the snapshots",
}


def _records_are_elsewhere(tree: Tree, path: str) -> Iterator[Notice]:
    """Logs and lists do not go to the bucket itself."""
    bucket = tree.text(f"{path}.bucket", aws_rules.BUCKET_NAME)
    for name, why in _RECORDS.items():
        target = tree.text(f"{path}.{name}.bucket", aws_rules.BUCKET_NAME)
        if target and target == bucket:
            yield invalid(
                f"{path}.{name}.bucket",
                f"is the bucket itself, and must be another bucket: {why}",
                "name another bucket",
                value=shown(target, secret=False),
            )


def _tags_differ_by_more_than_case(tree: Tree, path: str) -> Iterator[Notice]:
    """IAM rejects tags whose keys differ only in case."""
    seen: dict[str, str] = {}
    for key in as_group(tree.value(f"{path}.tags")):
        first = seen.setdefault(key.lower(), key)
        if first != key:
            yield invalid(
                f"{path}.tags.{key}",
                f"differs from {first} only in case, and IAM ignores case",
                "keep one of them",
            )
