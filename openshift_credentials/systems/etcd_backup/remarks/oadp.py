"""Notices about a stack that uses OADP, or allows it to restore.

They never stop the program, because they depend on facts that the settings do not contain.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.kubernetes.cron import without_minute
from openshift_credentials.systems.etcd_backup.plan.oadp import plan_schedules, source_secret
from openshift_credentials.systems.etcd_backup.rules.oadp import SOURCE_SECRET
from openshift_credentials.systems.etcd_backup.settings import (
    AwsStatic,
    AwsSts,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)

REMARKS: Final = package_notices(__package__ or "", "oadp.yaml")

AT_ONCE: Final = 10
"""Number of Schedules that can start in the same minute without a notice."""

MINUTES_EACH: Final = 5
"""Assumed minutes of one backup: the plugin waits for the operator's Job and its upload."""

PER_HOUR: Final = 60 // MINUTES_EACH
"""Number of Schedules that can start in the same hour without a notice."""


def oadp_advice(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All warnings of a stack, most general first.

    Source: openshift/hypershift-oadp-plugin ``pkg/s3presign/{presign,sts}.go`` for restores.
    """
    if settings.credentials.restore and isinstance(settings.upload.identity, AwsSts):
        yield REMARKS["restore-url-length"]
    if settings.oadp.enabled:
        yield from _velero_credentials(settings)
        yield from _existing_location(settings)
        yield from _shared_namespaces(settings)
        yield from _dotted_names(settings)
        yield from _crowding(settings)


def _velero_credentials(settings: EtcdBackupSettings) -> Iterator[Notice]:
    namespace = settings.cluster.oadp_namespace
    if settings.oadp.velero.create_identity:
        yield REMARKS["velero-identity-to-apply"]
        return
    match identity := settings.upload.identity:
        case AwsSts():
            yield REMARKS["velero-role"].fill(namespace=namespace, source_secret=SOURCE_SECRET)
        case AzureManagedIdentity():
            yield REMARKS["velero-identity"].fill(namespace=namespace, source_secret=SOURCE_SECRET)
        case AwsStatic() | AzureWorkloadIdentity() | AzureClientSecret():
            return  # Velero reads the Secret itself
        case _:
            assert_never(identity)


def _existing_location(settings: EtcdBackupSettings) -> Iterator[Notice]:
    location = settings.oadp.backup_storage_location
    if location.existing:
        yield REMARKS["location-not-read"].fill(
            name=location.name, source_secret=source_secret(settings)
        )


def _shared_namespaces(settings: EtcdBackupSettings) -> Iterator[Notice]:
    by_namespace: dict[str, set[str]] = {}
    for cluster in _hosted_clusters(settings):
        by_namespace.setdefault(cluster.split("/")[0], set()).add(cluster)
    shared = sorted(name for name, clusters in by_namespace.items() if len(clusters) > 1)
    if shared:
        more = f" and {len(shared) - 3} more" if len(shared) > 3 else ""
        yield REMARKS["shared-namespace"].fill(names=", ".join(shared[:3]), more=more)


def _dotted_names(settings: EtcdBackupSettings) -> Iterator[Notice]:
    dotted = [cluster for cluster in _hosted_clusters(settings) if "." in cluster]
    if dotted:
        yield REMARKS["dotted-name"].fill(
            cluster=dotted[0], more=f" and {len(dotted) - 1} more have" if dotted[1:] else " has"
        )


def _crowding(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """Schedules that start in one minute or one hour, while Velero runs one after another."""
    expressions = [str(schedule.spec["schedule"]) for schedule in plan_schedules(settings)]
    ((expression, count),) = Counter(expressions).most_common(1) or [("", 0)]
    if count > AT_ONCE:
        yield REMARKS["same-minute"].fill(count=count, expression=expression)
        return
    hours = Counter(hour for hour in map(without_minute, expressions) if hour)
    ((hour, count),) = hours.most_common(1) or [("", 0)]
    if count > PER_HOUR:
        late = quantity(count * MINUTES_EACH // 60, "hour")
        yield REMARKS["same-hour"].fill(
            count=count, hour=hour, minutes_each=MINUTES_EACH, late=late
        )


def _hosted_clusters(settings: EtcdBackupSettings) -> list[str]:
    clusters = (cluster for entry in settings.oadp.schedules for cluster in entry.hosted_clusters)
    return list(dict.fromkeys(clusters))
