"""The backups that follow from settings."""

from hcpbackup.plan.backups import PlannedBackup, planned_backups

__all__ = ["PlannedBackup", "planned_backups"]
