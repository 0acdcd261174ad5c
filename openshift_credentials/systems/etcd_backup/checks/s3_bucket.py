"""Rules between settings of a bucket that a stack creates, in any branch."""

from collections.abc import Iterator

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.arns import (
    REGIONS,
    kms_key_problem,
    partition_of,
    region_problem,
)
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import as_far_as_readable
from openshift_credentials.systems.etcd_backup.checks.near_names import (
    tags_differ_by_more_than_case,
    way_out_of_unknown,
)
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings


def bucket_problems(bucket: SnapshotBucketSettings, path: str) -> Iterator[Notice]:
    """All problems within one branch that shapes a bucket."""
    checks = (
        _region_is_known,
        _key_is_beside_the_bucket,
        _one_key,
        _roles_are_of_the_partition,
        _retention_fits_the_lock,
        _retention_fits_the_storage_class,
        _records_are_elsewhere,
        _tags_are_apart,
    )
    return as_far_as_readable(check(bucket, path) for check in checks)


def _region_is_known(bucket: SnapshotBucketSettings, path: str) -> Iterator[Notice]:
    """The region is in a partition that HCPEtcdBackup supports."""
    region = bucket.region
    if problem := region_problem(region):
        yield invalid(
            f"{path}.region", problem, "choose a region of aws, aws-us-gov or aws-cn", region
        )
    elif region not in REGIONS and not bucket.allow_unknown_region:
        yield invalid(
            f"{path}.region",
            "is not a known region",
            way_out_of_unknown(region, REGIONS, "region", f"{path}.allowUnknownRegion"),
            region,
        )


def _key_is_beside_the_bucket(bucket: SnapshotBucketSettings, path: str) -> Iterator[Notice]:
    """The KMS key is in the region and partition of the bucket."""
    key, region = bucket.kms_key_arn, bucket.region
    if key and (problem := kms_key_problem(key, region)):
        yield invalid(
            f"{path}.kmsKeyARN",
            problem,
            f"use a key of region {region}, or correct {path}.region",
            key,
        )


def _one_key(bucket: SnapshotBucketSettings, path: str) -> Iterator[Notice]:
    """A key is set or created, not both; settings of a key require a key."""
    if bucket.makes_key and bucket.kms_key_arn:
        yield invalid(
            f"{path}.kms.create",
            f"would create a second key in addition to {path}.kmsKeyARN",
            "keep only one of them",
            value=True,
        )
    if bucket.kms and not bucket.makes_key:
        for name in sorted(bucket.kms.model_fields_set - {"create"}):
            yield invalid(
                f"{path}.kms.{type(bucket.kms).model_fields[name].alias}",
                "has no effect: the stack creates no key",
                f"set {path}.kms.create to true, or remove it",
            )


def _roles_are_of_the_partition(bucket: SnapshotBucketSettings, path: str) -> Iterator[Notice]:
    """Roles of another partition cannot reach the bucket."""
    own = partition_of(bucket.region)
    for place, arn in bucket.named_roles:
        if arn.split(":")[1] != own:
            yield invalid(
                f"{path}.{place}",
                f"is in partition {arn.split(':')[1]}, the bucket is in {own}",
                "use a role of that partition",
                arn,
            )


def _retention_fits_the_lock(bucket: SnapshotBucketSettings, path: str) -> Iterator[Notice]:
    """Snapshots do not expire while they are locked."""
    retention, lock = bucket.retention_days, bucket.object_lock
    if retention and lock and retention < lock.days:
        yield invalid(
            f"{path}.retentionDays",
            f"is less than {path}.objectLock.days ({lock.days}): a delete marker would hide "
            "snapshots that cannot be deleted yet",
            f"set at least {lock.days}",
            retention,
        )


def _retention_fits_the_storage_class(
    bucket: SnapshotBucketSettings, path: str
) -> Iterator[Notice]:
    """Snapshots are old enough for the class, and stay there as long as AWS charges for it."""
    if bucket.transition is None:
        return
    name, days = bucket.transition.storage_class, bucket.transition.days
    if days < name.earliest_days:
        yield invalid(
            f"{path}.transition.afterDays",
            f"is less than {name.earliest_days}: S3 does not move younger objects to {name}",
            f"set at least {name.earliest_days}, or remove it",
            days,
        )
    retention, least = bucket.retention_days, days + name.charged_days
    if retention and retention < least:
        yield invalid(
            f"{path}.retentionDays",
            f"deletes snapshots {quantity(max(retention - days, 0), 'day')} after they move to "
            f"{name}, and AWS charges for at least {name.charged_days} days in that class",
            f"set at least {least}, or remove {path}.transition",
            retention,
        )


def _records_are_elsewhere(bucket: SnapshotBucketSettings, path: str) -> Iterator[Notice]:
    """Logs and lists do not go to the bucket itself."""
    records = (
        ("accessLogging", bucket.access_logging, "every log entry would create another one"),
        ("dataEvents", bucket.data_events, "every log file would create another event"),
        ("inventory", bucket.inventory, "the lists would be stored among the snapshots"),
    )
    for name, record, why in records:
        if record and record.bucket == bucket.bucket:
            yield invalid(
                f"{path}.{name}.bucket",
                f"is the bucket itself, and must be another bucket: {why}",
                "name another bucket",
                record.bucket,
            )


def _tags_are_apart(bucket: SnapshotBucketSettings, path: str) -> Iterator[Notice]:
    """IAM rejects tags whose keys differ only in case."""
    return tags_differ_by_more_than_case(bucket.tags, path, "IAM")
