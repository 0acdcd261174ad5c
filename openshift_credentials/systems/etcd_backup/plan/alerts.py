"""Alerts that follow from the settings: which backups are expected, how often, and where."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from openshift_credentials.base.counts import quantity
from openshift_credentials.platforms.kubernetes.cron import longest_interval
from openshift_credentials.platforms.kubernetes.durations import duration_seconds
from openshift_credentials.platforms.kubernetes.names import within
from openshift_credentials.systems.etcd_backup.plan.backups import plan_backups
from openshift_credentials.systems.etcd_backup.plan.oadp import plan_schedules
from openshift_credentials.systems.etcd_backup.rules import alerting
from openshift_credentials.systems.etcd_backup.rules.oadp import snapshot_prefix
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)

_GROUP: Final = "etcd-backups"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedSnapshots:
    """Regular snapshots: their hosted cluster, destination, and maximum interval.

    ``schedule`` is the Velero Schedule that creates them, ``namespace`` that of the hosted control
    plane if the stack creates them itself. ``seconds`` is the maximum interval, including the grace
    period. ``name`` is for resources of a cloud.
    """

    name: str
    hosted_cluster: str
    key_prefix: str
    seconds: int
    schedule: str = ""
    namespace: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRule:
    """A PrometheusRule to be created."""

    name: str
    namespace: str
    groups: Sequence[Mapping[str, Any]]


def expected_snapshots(settings: EtcdBackupSettings) -> Iterator[ExpectedSnapshots]:
    """All regular snapshots, without paused and unknown Schedules."""
    grace = duration_seconds(settings.alerts.grace)
    if every := settings.alerts.expected_every:
        for backup in plan_backups(settings):
            yield ExpectedSnapshots(
                name=_name(settings, backup.namespace),
                hosted_cluster=backup.hosted_cluster,
                key_prefix=f"{backup.key_prefix.rstrip('/')}/",
                seconds=duration_seconds(every) + grace,
                namespace=backup.namespace,
            )
    if not settings.oadp.enabled:
        return
    root = snapshot_prefix(settings.oadp.backup_storage_location.prefix)
    for schedule in plan_schedules(settings):
        if not schedule.spec.get("paused"):
            yield ExpectedSnapshots(
                name=_name(settings, schedule.name),
                hosted_cluster=schedule.hosted_cluster,
                key_prefix=f"{root}/{schedule.name}-",
                seconds=longest_interval(str(schedule.spec["schedule"])) + grace,
                schedule=schedule.name,
            )


def _name(settings: EtcdBackupSettings, source: str) -> str:
    """A name of at most 60 characters, unique in the account."""
    return within(60, f"{settings.cluster.name}-etcd-{source}".replace(".", "-"))


def failed_copies_name(settings: EtcdBackupSettings) -> str:
    """Name of the alarm on copies, which no namespace and no Schedule can have."""
    return within(60, f"{settings.cluster.name}-copies-failed".replace(".", "-"))


def plan_rules(settings: EtcdBackupSettings) -> Iterator[PlannedRule]:
    """The rules on the stack's own backups, and those on Schedules in the namespace of Velero."""
    if not settings.alerts.prometheus_rule:
        return
    severity = settings.alerts.severity.value
    regular = list(expected_snapshots(settings))
    own = [_own(snapshots, severity) for snapshots in regular if snapshots.namespace]
    if own:
        failed = alerting.rule(
            "EtcdBackupFailed",
            alerting.newest_failed(),
            severity,
            f"The newest etcd backup in {{{{ $labels.{alerting.NAMESPACE_LABEL} }}}} failed",
            {},
        )
        namespace = settings.alerts.namespace or settings.cluster.operator_namespace
        yield _plan_rule(settings, namespace, [*own, failed])
    scheduled = [_schedule_rule(snapshots, severity) for snapshots in regular if snapshots.schedule]
    if scheduled:
        yield _plan_rule(settings, settings.cluster.oadp_namespace, scheduled)


def _plan_rule(
    settings: EtcdBackupSettings, namespace: str, rules: list[alerting.Rule]
) -> PlannedRule:
    """Named after the storage, so that two stacks of a management cluster do not meet."""
    match place := settings.storage.place:
        case S3Storage():
            storage = place.bucket
        case AzureBlobStorage():
            storage = place.storage_account
        case _:
            assert_never(place)
    return PlannedRule(
        name=f"{_GROUP}-{storage}", namespace=namespace, groups=[{"name": _GROUP, "rules": rules}]
    )


def _own(snapshots: ExpectedSnapshots, severity: str) -> alerting.Rule:
    series = alerting.no_recent_backup(snapshots.namespace)
    return alerting.rule(
        "EtcdBackupMissing",
        alerting.older_than(series, alerting.NAMESPACE_LABEL, snapshots.seconds),
        severity,
        f"No etcd backup of {snapshots.hosted_cluster} has succeeded for "
        f"{_hours(snapshots.seconds)}",
        {"hosted_cluster": snapshots.hosted_cluster},
    )


def _schedule_rule(snapshots: ExpectedSnapshots, severity: str) -> alerting.Rule:
    return alerting.rule(
        "EtcdBackupScheduleMissing",
        alerting.older_than(
            alerting.schedule_success(snapshots.schedule), "schedule", snapshots.seconds
        ),
        severity,
        f"No backup of {snapshots.hosted_cluster} by Schedule {snapshots.schedule} has succeeded "
        f"for {_hours(snapshots.seconds)}",
        {"hosted_cluster": snapshots.hosted_cluster},
    )


def _hours(seconds: int) -> str:
    if seconds < 3600:
        return quantity(seconds // 60, "minute")
    return "1 hour" if seconds == 3600 else f"{seconds / 3600:g} hours"
