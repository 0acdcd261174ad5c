"""A bucket for snapshots and its key, according to the settings."""

from collections.abc import Iterable, Mapping, Sequence

import pulumi
from pulumi.output import contains_unknowns

from openshift_credentials.platforms.aws.arns import bucket_arn, partition_of
from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.platforms.aws.policies.document import Statement
from openshift_credentials.systems.etcd_backup.plan.records import trail_name
from openshift_credentials.systems.etcd_backup.rules.adopted_bucket import (
    assert_region,
    facts_of,
    parts_to_replace,
)
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings

from ...base.errors import stopping_the_program
from ...base.telling import tell
from .adopted_bucket import properties_of
from .lifecycle import SnapshotLifecycle
from .snapshot_bucket import AccessLog, DefaultRetention, SnapshotBucket, SnapshotBucketArgs
from .snapshot_records import InventoryTarget, Records, TrailTarget


def create_key(
    name: str,
    asked: SnapshotBucketSettings,
    description: str,
    statements: Iterable[Statement],
    options: pulumi.ResourceOptions,
) -> pulumi.Input[str] | None:
    """ARN of the bucket's key, created or existing, or none."""
    if asked.kms is None or not asked.makes_key:
        return asked.kms_key_arn
    from .snapshot_key import SnapshotKey, SnapshotKeyArgs  # noqa: PLC0415

    return SnapshotKey(
        f"{name}-snapshots-key",
        SnapshotKeyArgs(
            alias=asked.kms.alias or asked.bucket.replace(".", "-"),
            description=description,
            policy=key_policy(partition_of(asked.region), asked.account_id, statements),
            administrators=asked.administrators,
            rotation_days=asked.kms.rotation_days,
            deletion_days=asked.kms.deletion_days,
            keeping=asked.keeping,
            tags=asked.tags,
        ),
        options,
    ).arn


def create_bucket(
    name: str,
    asked: SnapshotBucketSettings,
    statements: Iterable[Statement],
    key_prefixes: Sequence[str],
    kms_key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
    import_id: str | None = None,
) -> SnapshotBucket:
    """The bucket, and the records about it; lifecycle rules apply below the prefixes."""
    log, moves = asked.access_logging, asked.transition
    return SnapshotBucket(
        f"{name}-snapshots",
        SnapshotBucketArgs(
            bucket=asked.bucket,
            region=asked.region,
            policy=bucket_policy(
                partition_of(asked.region), asked.bucket, asked.minimum_tls_version, statements
            ),
            administrators=asked.administrators,
            lifecycle=SnapshotLifecycle(
                abort_incomplete_uploads_days=asked.abort_incomplete_uploads_days,
                noncurrent_version_days=asked.noncurrent_version_days,
                retention_days=asked.retention_days,
                storage_class=moves.storage_class.value if moves else None,
                transition_days=moves.days if moves else 0,
                key_prefixes=key_prefixes,
            ),
            kms_key_arn=kms_key_arn,
            blocks_customer_keys=asked.blocks_customer_keys,
            object_lock=default_retention(asked),
            access_log=AccessLog(bucket=log.bucket, prefix=log.prefix or f"{asked.bucket}/")
            if log
            else None,
            records=_records(asked),
            import_id=import_id,
            keeping=asked.keeping,
            tags=asked.tags,
        ),
        options,
    )


def warn_of_changes(snapshots: SnapshotBucket, asked: SnapshotBucketSettings) -> pulumi.Output[str]:
    """Report what the stack replaces on an imported bucket, at preview too.

    In a preview, properties that a bucket does not have are unknown, so only the region shows
    whether the bucket was read. A bucket in a region that differs from the settings stops the
    program: the name of the bucket, which is returned, is known only after this check.
    """

    def judge(read: Mapping[str, object]) -> str:
        known = {key: None if contains_unknowns(item) else item for key, item in read.items()}
        if known["region"] is None:
            return asked.bucket
        facts = facts_of(asked.bucket, known)
        with stopping_the_program():
            assert_region(facts, asked.region)
        for change in parts_to_replace(facts, keeps_kms_key=asked.kms_key_arn):
            tell(change.at(f"bucket {asked.bucket}, which is imported"), snapshots.bucket)
        return asked.bucket

    return pulumi.Output.all(**properties_of(snapshots.bucket)).apply(judge, run_with_unknowns=True)


def default_retention(asked: SnapshotBucketSettings) -> DefaultRetention | None:
    """Object lock in the form of the bucket."""
    lock = asked.object_lock
    return DefaultRetention(mode=lock.mode.upper(), days=lock.days) if lock else None


def _records(asked: SnapshotBucketSettings) -> Records | None:
    partition, events, inventory = partition_of(asked.region), asked.data_events, asked.inventory
    if events is None and inventory is None:
        return None
    return Records(
        bucket_arn=bucket_arn(partition, asked.bucket),
        trail=TrailTarget(
            bucket=events.bucket, prefix=events.prefix or "", trail_name=trail_name(asked)
        )
        if events
        else None,
        inventory=InventoryTarget(
            bucket_arn=bucket_arn(partition, inventory.bucket),
            account_id=inventory.account_id or asked.account_id,
            prefix=inventory.prefix or "",
            frequency=inventory.frequency.capitalize(),
        )
        if inventory
        else None,
        tags=asked.tags,
    )
