"""The trail and the inventory of a bucket, and policies of their destination buckets."""

from dataclasses import dataclass
from typing import Annotated

from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.platforms.aws.policies.records import (
    RecordTarget,
    inventory_target_policy,
    trail_arn,
    trail_target_policy,
)
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings


@dataclass(frozen=True, kw_only=True)
class RecordPolicies(Outputs):
    """Policy documents for the destination buckets."""

    statements_for_the_trail: Annotated[
        str | None, About("Bucket policy for a trail of data events in another account.")
    ] = None
    statements_for_the_inventory: Annotated[
        str | None, About("Bucket policy for an inventory in another account.")
    ] = None


def trail_name(bucket: SnapshotBucketSettings) -> str:
    """Name of the trail of data events of the bucket's objects."""
    return f"{bucket.bucket}-objects"


def record_policies(bucket: SnapshotBucketSettings) -> RecordPolicies:
    """Policy documents for the destination buckets that the settings name."""
    return RecordPolicies(
        statements_for_the_trail=_for_the_trail(bucket),
        statements_for_the_inventory=_for_the_inventory(bucket),
    )


def _for_the_trail(bucket: SnapshotBucketSettings) -> str | None:
    events = bucket.data_events
    if events is None:
        return None
    partition = partition_of(bucket.region)
    return trail_target_policy(
        RecordTarget(partition=partition, bucket=events.bucket, prefix=events.prefix or ""),
        bucket.account_id,
        trail_arn(partition, bucket.region, bucket.account_id, trail_name(bucket)),
    )


def _for_the_inventory(bucket: SnapshotBucketSettings) -> str | None:
    inventory = bucket.inventory
    if inventory is None:
        return None
    partition = partition_of(bucket.region)
    return inventory_target_policy(
        RecordTarget(partition=partition, bucket=inventory.bucket, prefix=inventory.prefix or ""),
        bucket.bucket,
        bucket.account_id,
    )
