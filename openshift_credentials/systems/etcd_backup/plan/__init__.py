"""Results of settings before anything exists: names, documents, the Secret's form."""

from openshift_credentials.stack.parts import share_nothing as shares

from .backups import PlannedBackup, plan_backups

__all__ = ["PlannedBackup", "plan_backups", "shares"]
