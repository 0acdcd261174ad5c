"""Warnings and notes about the planned backups."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.systems.etcd_backup.plan.backups import PlannedBackup
from openshift_credentials.systems.etcd_backup.rules.defaults import JOB_DEADLINE_SECONDS
from openshift_credentials.systems.etcd_backup.rules.key_prefix import folder
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings

_NAMED: Final = 3


def backup_advice(
    settings: EtcdBackupSettings, backups: Sequence[PlannedBackup]
) -> Iterator[Notice]:
    """Warnings, one or two sentences each."""
    if settings.backups_file and not backups:
        yield Notice(
            "backups-file-empty",
            Severity.WARNING,
            f"etcdBackup.backupsFile = {settings.backups_file}: the file lists no hosted cluster, "
            "so no backup runs",
            way_out="add one, or remove the setting",
            setting="etcdBackup.backupsFile",
        )
    yield from _defaults_without_effect(settings)
    yield from _shared_prefixes(backups)
    policy = settings.backup_policy
    if settings.waits_for_backups and policy.timeout_seconds < JOB_DEADLINE_SECONDS:
        yield Notice(
            "timeout-below-deadline",
            Severity.WARNING,
            f"etcdBackup.backupPolicy.timeoutSeconds is {policy.timeout_seconds}, but a backup's "
            f"Job can run for {JOB_DEADLINE_SECONDS}: the update can fail while the backup "
            "continues",
            setting="etcdBackup.backupPolicy.timeoutSeconds",
        )
    if settings.kubernetes.render_to and backups:
        yield Notice(
            "self-healing",
            Severity.WARNING,
            "a GitOps controller with self-healing creates an HCPEtcdBackup again when the "
            "operator's retention has deleted it, which starts another backup every time: apply "
            "these manifests without self-healing",
            way_out="see docs/backups.md",
            setting="kubernetes.renderTo",
        )
    elif not policy.wait and len(backups) > policy.concurrency:
        yield Notice(
            "all-at-once",
            Severity.WARNING,
            f"without etcdBackup.backupPolicy.wait all {len(backups)} backups start at once, and "
            "etcdBackup.backupPolicy.concurrency has no effect",
            setting="etcdBackup.backupPolicy.wait",
        )


def _defaults_without_effect(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """Defaults that apply to no backup, because each has a value of its own."""
    for name, key in (("trigger", "trigger"), ("key_prefix", "keyPrefix")):
        default = getattr(settings.backup_defaults, name)
        used = {getattr(backup, name) for backup in settings.backups}
        if default is not None and used and default not in used:
            yield Notice(
                "default-without-effect",
                Severity.WARNING,
                f"etcdBackup.backupDefaults.{key} applies to no backup, because each has its own "
                f"{key}",
                way_out=f"remove {key} from the backups, or the default",
                setting=f"etcdBackup.backupDefaults.{key}",
            )


def _shared_prefixes(backups: Sequence[PlannedBackup]) -> Iterator[Notice]:
    owners: dict[str, list[str]] = defaultdict(list)
    for backup in backups:
        owners[folder(backup.key_prefix)].append(backup.hosted_cluster)
    for prefix, clusters in owners.items():
        if len(clusters) > 1:
            more = f" and {len(clusters) - _NAMED} more" if len(clusters) > _NAMED else ""
            yield Notice(
                "shared-prefix",
                Severity.WARNING,
                f"{', '.join(clusters[:_NAMED])}{more} share the prefix {prefix}: a snapshot's key "
                "contains only the second of its upload, so one snapshot can overwrite another",
                setting="etcdBackup.backups",
            )
