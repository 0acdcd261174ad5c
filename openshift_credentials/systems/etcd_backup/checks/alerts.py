"""Alerts that could never fire, or not in the requested place."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.systems.etcd_backup.plan.alerts import (
    ExpectedSnapshots,
    expected_snapshots,
)
from openshift_credentials.systems.etcd_backup.rules import cloud_alarms
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)

_ALERTS: Final = "etcdBackup.alerts"


def alerts_can_fire(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All problems of the alerts."""
    alerts = settings.alerts
    if alerts.has_any:
        yield from _something_is_expected(settings)
    match place := settings.storage.place:
        case S3Storage():
            if alerts.action_group_id:
                yield _of_the_other_cloud("actionGroupId", alerts.action_group_id, "snsTopicARN")
            yield from _on_aws(settings, place)
        case AzureBlobStorage():
            if alerts.sns_topic_arn:
                yield _of_the_other_cloud("snsTopicARN", alerts.sns_topic_arn, "actionGroupId")
            yield from _on_azure(settings, place)
        case _:
            assert_never(place)


def _something_is_expected(settings: EtcdBackupSettings) -> Iterator[Notice]:
    if settings.backups and settings.alerts.expected_every is None:
        yield invalid(
            f"{_ALERTS}.expectedEvery",
            "is required for alerts on the stack's own backups, which run whenever their trigger "
            "changes",
            "set how often they run, for example 24h",
        )
    elif not list(expected_snapshots(settings)):
        yield invalid(
            f"{_ALERTS}.prometheusRule"
            if settings.alerts.prometheus_rule
            else f"{_ALERTS}.newestObject",
            "has nothing to watch: the stack has no backups, and all its Schedules are paused",
            "add backups or oadp.schedules, or remove it",
            value=True,
        )


def _of_the_other_cloud(name: str, value: str, other: str) -> Notice:
    return invalid(
        f"{_ALERTS}.{name}", "is a setting of the other cloud", f"remove it, or set {other}", value
    )


def _unused_notice(name: str, value: str) -> Notice:
    return invalid(
        f"{_ALERTS}.{name}",
        "has no effect without newestObject",
        "set newestObject: true, or remove it",
        value,
    )


def _on_aws(settings: EtcdBackupSettings, storage: S3Storage) -> Iterator[Notice]:
    alerts = settings.alerts
    topic = alerts.sns_topic_arn
    if topic and not alerts.newest_object:
        yield _unused_notice("snsTopicARN", topic)
    if topic and topic.split(":")[3] != storage.region:
        yield invalid(
            f"{_ALERTS}.snsTopicARN",
            f"is in another region than the bucket ({storage.region}); an alarm can only notify "
            "topics in its own region",
            "use a topic in that region",
            topic,
        )
    if not alerts.newest_object:
        return
    if storage.existing or storage.bucket_account_id:
        yield invalid(
            f"{_ALERTS}.newestObject",
            "is not available for a bucket that the stack does not create: a bucket has one "
            "notification configuration, and setting it would remove the existing notifications",
            "use prometheusRule, or enable EventBridge for the bucket and create the alert there",
            value=True,
        )
    regular = list(expected_snapshots(settings))
    yield from _too_long(regular, cloud_alarms.CLOUDWATCH_LIMIT, "CloudWatch")
    if len(regular) > cloud_alarms.EVENTBRIDGE_RULES_LIMIT:
        yield invalid(
            f"{_ALERTS}.newestObject",
            f"requires {len(regular)} rules, one per hosted cluster, but EventBridge allows "
            f"{cloud_alarms.EVENTBRIDGE_RULES_LIMIT} per event bus",
            "use prometheusRule, or distribute the hosted clusters over several stacks and "
            "accounts",
            value=True,
        )


def _on_azure(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> Iterator[Notice]:
    alerts = settings.alerts
    if alerts.action_group_id and not alerts.newest_object:
        yield _unused_notice("actionGroupId", alerts.action_group_id)
    if not alerts.newest_object:
        return
    if storage.diagnostics is None or storage.diagnostics.workspace_id is None:
        yield invalid(
            f"{_ALERTS}.newestObject",
            "needs the log of the blob service in a Log Analytics workspace, and none is set",
            "add storage.azureBlob.diagnostics.workspaceId",
            value=True,
        )
    yield from _too_long(
        list(expected_snapshots(settings)), cloud_alarms.AZURE_LIMIT, "Azure Monitor"
    )


def _too_long(regular: Sequence[ExpectedSnapshots], limit: int, service: str) -> Iterator[Notice]:
    late = max(regular, key=lambda snapshots: snapshots.seconds, default=None)
    if late and late.seconds > limit:
        yield invalid(
            f"{_ALERTS}.newestObject",
            f"cannot detect this: {service} evaluates at most {limit // 86400} days, and snapshots "
            f"of {late.hosted_cluster} may be {late.seconds // 3600} hours apart, including the "
            "grace period",
            "back up more often, or use prometheusRule instead",
            value=True,
        )
