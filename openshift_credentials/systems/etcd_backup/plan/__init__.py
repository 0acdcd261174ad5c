"""Results of settings before anything exists: names, documents, the Secret's form."""

from openshift_credentials.systems.etcd_backup.plan.backups import PlannedBackup, planned_backups

__all__ = ["PlannedBackup", "planned_backups"]
