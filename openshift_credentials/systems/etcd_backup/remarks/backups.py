"""Warnings and notes about the planned backups."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices

from ..plan.backups import PlannedBackup
from ..rules.names import JOB_DEADLINE_SECONDS, folder
from ..settings import EtcdBackupSettings

REMARKS: Final = package_notices(__package__ or "", "backups.yaml")

_NAMED: Final = 3


def backup_advice(settings: EtcdBackupSettings, backups: Sequence[PlannedBackup]) -> Iterator[Notice]:
    """Warnings, one or two sentences each."""
    if settings.backups_file and not backups:
        yield REMARKS["backups-file-empty"].fill(backups_file=settings.backups_file)
    yield from _defaults_without_effect(settings)
    yield from _shared_prefixes(backups)
    policy = settings.backup_policy
    if settings.waits_for_backups and policy.timeout_seconds < JOB_DEADLINE_SECONDS:
        yield REMARKS["timeout-below-deadline"].fill(
            timeout_seconds=policy.timeout_seconds, job_deadline_seconds=JOB_DEADLINE_SECONDS
        )
    if settings.kubernetes.render_to and backups:
        yield REMARKS["self-healing"]


def _defaults_without_effect(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """Defaults that apply to no backup, because each has a value of its own."""
    for name, key in (("trigger", "trigger"), ("key_prefix", "keyPrefix")):
        default = getattr(settings.backup_defaults, name)
        used = {getattr(backup, name) for backup in settings.backups}
        if default is not None and used and default not in used:
            yield REMARKS["default-without-effect"].fill(key=key)


def _shared_prefixes(backups: Sequence[PlannedBackup]) -> Iterator[Notice]:
    owners: dict[str, list[str]] = defaultdict(list)
    for backup in backups:
        owners[folder(backup.key_prefix)].append(backup.hosted_cluster)
    for prefix, clusters in owners.items():
        if len(clusters) > 1:
            more = f" and {len(clusters) - _NAMED} more" if len(clusters) > _NAMED else ""
            yield REMARKS["shared-prefix"].fill(clusters=", ".join(clusters[:_NAMED]), more=more, prefix=prefix)
