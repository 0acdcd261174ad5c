"""Alerts on the newest snapshot of each hosted cluster, on Azure."""

from typing import Final

import pulumi

from openshift_credentials.systems.etcd_backup.plan.alerts import expected
from openshift_credentials.systems.etcd_backup.rules import cloud_alarms
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.alerts import AlertSeverity

from .snapshot_alerts import (
    MissedBlobs,
    SnapshotAlerts,
    SnapshotAlertsArgs,
)

_SEVERITY: Final = {AlertSeverity.CRITICAL: 0, AlertSeverity.WARNING: 2}


def alerts_on_snapshots(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> SnapshotAlerts:
    """Create an alert for everybody whose snapshots are expected."""
    if not storage.diagnostics or not storage.diagnostics.workspace_id:
        raise AssertionError("unreachable: checked with the settings")
    account, container = storage.storage_account, storage.container
    return SnapshotAlerts(
        f"{name}-alerts-newest",
        SnapshotAlertsArgs(
            resource_group=group,
            location=storage.location,
            workspace_id=storage.diagnostics.workspace_id,
            alerts=[
                MissedBlobs(
                    name=each.name,
                    description=f"No etcd snapshot of {each.hosted_cluster} in account {account}",
                    query=cloud_alarms.new_blobs_query(
                        account, container, each.key_prefix, each.seconds
                    ),
                    window=cloud_alarms.window(each.seconds),
                    severity=_SEVERITY[settings.alerts.severity],
                )
                for each in expected(settings)
            ],
            action_group_id=settings.alerts.action_group_id,
            tags=storage.tags or {},
        ),
        options,
    )
