"""Alerts on the newest snapshot of each hosted cluster, on Azure."""

from typing import Final

import pulumi

from openshift_credentials.systems.etcd_backup.plan.alerts import expected_snapshots
from openshift_credentials.systems.etcd_backup.rules import cloud_alarms
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.alerts import AlertSeverity

from .snapshot_alerts import MissedBlobs, SnapshotAlerts, SnapshotAlertsArgs

_SEVERITY: Final = {AlertSeverity.CRITICAL: 0, AlertSeverity.WARNING: 2}


def alerts_on_snapshots(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    workspace_id: str,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> SnapshotAlerts:
    """Create an alert for everybody whose snapshots are expected."""
    account, container = storage.storage_account, storage.container
    return SnapshotAlerts(
        f"{name}-alerts-newest",
        SnapshotAlertsArgs(
            resource_group=group,
            location=storage.location,
            workspace_id=workspace_id,
            alerts=[
                MissedBlobs(
                    name=snapshots.name,
                    description=(
                        f"No etcd snapshot of {snapshots.hosted_cluster} in account {account}"
                    ),
                    query=cloud_alarms.new_blobs_query(
                        account, container, snapshots.key_prefix, snapshots.seconds
                    ),
                    window=cloud_alarms.window(snapshots.seconds),
                    severity=_SEVERITY[settings.alerts.severity],
                )
                for snapshots in expected_snapshots(settings)
            ],
            action_group_id=settings.alerts.action_group_id,
            tags=storage.tags or {},
        ),
        options,
    )
