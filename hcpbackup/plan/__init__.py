"""The backups that follow from settings."""

from hcpbackup.plan.advice import backup_advice, backup_notes
from hcpbackup.plan.backups import PlannedBackup, planned_backups

__all__ = ["PlannedBackup", "backup_advice", "backup_notes", "planned_backups"]
