"""The backups that follow from settings."""

from hcpbackup.plan.advice import backup_advice
from hcpbackup.plan.backups import PlannedBackup, planned_backups

__all__ = ["PlannedBackup", "backup_advice", "planned_backups"]
