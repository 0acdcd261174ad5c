"""Alarms on the newest snapshot of each hosted cluster, on AWS."""

import pulumi

from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.platforms.aws.policies.replication import RULE_ID
from openshift_credentials.systems.etcd_backup.plan.alerts import (
    expected_snapshots,
    failed_copies_name,
)
from openshift_credentials.systems.etcd_backup.rules import cloud_alarms
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings, S3Storage

from .snapshot_alarms import FailedCopies, MissedSnapshots, SnapshotAlarms, SnapshotAlarmsArgs


def alarms_of_snapshots(
    name: str,
    settings: EtcdBackupSettings,
    storage: S3Storage,
    bucket: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> SnapshotAlarms:
    """Create an alarm for everybody whose snapshots are expected, and one for failed copies."""
    log_group = f"/aws/events/{storage.bucket}"
    return SnapshotAlarms(
        f"{name}-alarms",
        SnapshotAlarmsArgs(
            bucket=bucket,
            alarms=[
                MissedSnapshots(
                    name=snapshots.name,
                    description=f"No etcd snapshot of {snapshots.hosted_cluster} in bucket "
                    f"{storage.bucket}",
                    event_pattern=cloud_alarms.event_pattern(storage.bucket, snapshots.key_prefix),
                    hours=cloud_alarms.alarm_periods(snapshots.seconds),
                )
                for snapshots in expected_snapshots(settings)
            ],
            failed_copies=_failed_copies(settings, storage),
            log_group=log_group,
            log_group_policy=cloud_alarms.log_group_policy(
                partition_of(storage.region), storage.region, storage.account_id, log_group
            ),
            topic_arn=settings.alerts.sns_topic_arn,
            tags=storage.tags,
        ),
        options,
    )


def _failed_copies(settings: EtcdBackupSettings, storage: S3Storage) -> FailedCopies | None:
    copy = storage.replication
    return copy and FailedCopies(
        name=failed_copies_name(settings),
        description=f"S3 could not copy etcd snapshots from bucket {storage.bucket} to "
        f"{copy.bucket}",
        bucket=storage.bucket,
        target_bucket=copy.bucket,
        rule_id=RULE_ID,
    )
