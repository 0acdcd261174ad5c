"""Notices about a stack that uses OADP, or allows it to restore.

They never stop the program, because they depend on facts that the settings do not contain.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.aws.arns import partition_of
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
    S3Upload,
)

AT_ONCE: Final = 10
"""Number of Schedules that can start in the same minute without a notice."""

MINUTES_EACH: Final = 5
"""Assumed minutes of one backup: the plugin waits for the operator's Job and its upload."""

PER_HOUR: Final = 60 // MINUTES_EACH
"""Number of Schedules that can start in the same hour without a notice."""


def oadp_advice(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """All warnings of a stack, most general first."""
    if settings.credentials.restore:
        yield from _restore(settings)
    if settings.oadp.enabled:
        yield from _velero_credentials(settings)
        yield from _existing_location(settings)
        yield from _shared_namespaces(settings)
        yield from _dotted_names(settings)
        yield from _crowding(settings)


def _restore(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """Source: openshift/hypershift-oadp-plugin ``pkg/s3presign/{presign,sts}.go``."""
    upload = settings.upload
    if not (isinstance(upload, S3Upload) and isinstance(upload.identity, AwsSts)):
        return
    yield Notice(
        "restore-url-length",
        Severity.WARNING,
        "the URL that OADP's plugin signs with a role contains a session token, and HostedCluster "
        "accepts a restoreSnapshotURL of at most 1024 characters. Without the token it has about "
        "390, and AWS documents no maximum length of tokens: test a restore with your own role "
        "before you rely on it",
        setting="etcdBackup.credentials.restore",
    )
    partition = partition_of(upload.storage.region)
    if partition != "aws":
        yield Notice(
            "restore-outside-aws",
            Severity.WARNING,
            "OADP's plugin requests credentials from https://sts.amazonaws.com, which does not "
            f"support roles of partition {partition}: it cannot sign a restore there with a role "
            "ARN",
            setting="etcdBackup.credentials.restore",
        )


def _velero_credentials(settings: EtcdBackupSettings) -> Iterator[Notice]:
    namespace = settings.cluster.oadp_namespace
    if settings.oadp.velero.create_identity:
        yield Notice(
            "velero-identity-to-apply",
            Severity.INFO,
            "Velero uses its own identity once the outputs veleroServiceAccount and "
            "dataProtectionApplication are applied: the stack manages neither object",
            way_out="see docs/oadp.md",
            setting="etcdBackup.oadp.velero.createIdentity",
        )
        return
    match identity := settings.upload.identity:
        case AwsSts():
            yield Notice(
                "velero-role",
                Severity.WARNING,
                f"Secret {namespace}/{SOURCE_SECRET} contains only a role ARN, as the operator "
                "requires. Velero cannot use that as a credentials file, and with a credentials "
                "file it would not use a role: give ServiceAccount velero the annotation "
                "eks.amazonaws.com/role-arn with a role for Velero, and keep the Secret out of its "
                "pod (DataProtectionApplication: noDefaultBackupLocation: true, "
                "backupImages: false)",
                way_out="etcdBackup.oadp.velero.createIdentity creates that role; see docs/oadp.md",
                setting="etcdBackup.oadp",
            )
        case AzureManagedIdentity():
            yield Notice(
                "velero-identity",
                Severity.WARNING,
                f"Secret {namespace}/{SOURCE_SECRET} contains the JSON of a managed identity, "
                "which Velero cannot read: Velero needs the identity of its own pod",
                way_out="etcdBackup.oadp.velero.createIdentity creates it; see docs/oadp.md",
                setting="etcdBackup.oadp",
            )
        case AwsStatic() | AzureWorkloadIdentity() | AzureClientSecret():
            return  # Velero reads the Secret itself
        case _:
            assert_never(identity)


def _existing_location(settings: EtcdBackupSettings) -> Iterator[Notice]:
    location = settings.oadp.backup_storage_location
    if location.existing:
        yield Notice(
            "location-not-read",
            Severity.WARNING,
            f"{location.name} is not read: check that its credential is Secret "
            f"{source_secret(settings)}, key cloud, or none, that config has region or "
            "storageAccount, and that bucket and prefix are those of this stack",
            setting="etcdBackup.oadp.backupStorageLocation.existing",
        )


def _shared_namespaces(settings: EtcdBackupSettings) -> Iterator[Notice]:
    by_namespace: dict[str, set[str]] = {}
    for cluster in _hosted_clusters(settings):
        by_namespace.setdefault(cluster.split("/")[0], set()).add(cluster)
    shared = sorted(name for name, clusters in by_namespace.items() if len(clusters) > 1)
    if shared:
        more = f" and {len(shared) - 3} more" if len(shared) > 3 else ""
        yield Notice(
            "shared-namespace",
            Severity.WARNING,
            f"several hosted clusters are in namespace {', '.join(shared[:3])}{more}; Velero's "
            "backup of one contains the HostedClusters of all, and the plugin assigns that one's "
            "snapshot to each of them. Restore only the hosted cluster in the backup's label, "
            "or use a separate namespace per hosted cluster",
            setting="etcdBackup.oadp.schedules",
        )


def _dotted_names(settings: EtcdBackupSettings) -> Iterator[Notice]:
    dotted = [cluster for cluster in _hosted_clusters(settings) if "." in cluster]
    if dotted:
        yield Notice(
            "dotted-name",
            Severity.WARNING,
            "hosted cluster "
            f"{dotted[0]}{f' and {len(dotted) - 1} more have' if dotted[1:] else ' has'} a "
            "period in the name; OADP's plugin does not find such a HostedCluster, so its "
            "encryption key (spec.etcd.managed.backup) is not used for the snapshot",
            setting="etcdBackup.oadp.schedules",
        )


def _crowding(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """Schedules that start in one minute or one hour, while Velero runs one after another."""
    expressions = [str(schedule.spec["schedule"]) for schedule in plan_schedules(settings)]
    ((expression, count),) = Counter(expressions).most_common(1) or [("", 0)]
    if count > AT_ONCE:
        yield Notice(
            "same-minute",
            Severity.WARNING,
            f"{count} Schedules start at {expression!r}, all at once, and Velero runs them "
            "one after another",
            way_out="write H for the minute, and also for the hour if there are many",
            setting="etcdBackup.oadp.schedules",
        )
        return
    hours = Counter(hour for hour in map(without_minute, expressions) if hour)
    ((hour, count),) = hours.most_common(1) or [("", 0)]
    if count > PER_HOUR:
        yield Notice(
            "same-hour",
            Severity.WARNING,
            f"{count} Schedules start within one hour ({hour!r} after the minute), and Velero runs "
            f"them one after another: at {MINUTES_EACH} minutes each, the last one starts about "
            f"{count * MINUTES_EACH // 60} hours late",
            way_out="distribute the hour too, such as 'H H(1-5) * * *'",
            setting="etcdBackup.oadp.schedules",
        )


def _hosted_clusters(settings: EtcdBackupSettings) -> list[str]:
    clusters = (cluster for entry in settings.oadp.schedules for cluster in entry.hosted_clusters)
    return list(dict.fromkeys(clusters))
