"""Results of settings before anything exists: names, documents, the Secret's form."""

from collections.abc import Mapping

from openshift_credentials.systems.etcd_backup.plan.backups import PlannedBackup, plan_backups
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings

__all__ = ["PlannedBackup", "plan_backups", "shares"]


def shares(
    _settings: EtcdBackupSettings, _root: Mapping[str, object]
) -> Mapping[str, Mapping[str, object]]:
    """No other branch follows from this one."""
    return {}
