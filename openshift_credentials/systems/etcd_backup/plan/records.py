"""The trail and the inventory of a bucket, and policies of their destination buckets."""

from collections.abc import Mapping

from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.platforms.aws.policies.records import (
    RecordTarget,
    inventory_target_policy,
    trail_arn,
    trail_target_policy,
)
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings


def trail_name(bucket: SnapshotBucketSettings) -> str:
    """Name of the trail of data events of the bucket's objects."""
    return f"{bucket.bucket}-objects"


def record_policies(bucket: SnapshotBucketSettings) -> Mapping[str, str]:
    """Policy documents for the destination buckets, by the names of the stack's exports."""
    partition, found = partition_of(bucket.region), dict[str, str]()
    if events := bucket.data_events:
        found["statementsForTheTrail"] = trail_target_policy(
            RecordTarget(partition=partition, bucket=events.bucket, prefix=events.prefix or ""),
            bucket.account_id,
            trail_arn(partition, bucket.region, bucket.account_id, trail_name(bucket)),
        )
    if inventory := bucket.inventory:
        found["statementsForTheInventory"] = inventory_target_policy(
            RecordTarget(
                partition=partition, bucket=inventory.bucket, prefix=inventory.prefix or ""
            ),
            bucket.bucket,
            bucket.account_id,
        )
    return found
