"""Defaults of etcd backups that more than one module needs, each written once.

The namespaces of the operators are in :mod:`platforms.kubernetes.names`, the prefix of
snapshots is in :mod:`.key_prefix`.
"""

from typing import Final

DEFAULT_SECRET: Final = "cloud-credentials"  # noqa: S105
"""Default name of the credential Secret, for the operator and for OADP."""

JOB_DEADLINE_SECONDS: Final = 900
"""Maximum run time of a Job: ``activeDeadlineSeconds`` (openshift/hypershift ``reconciler.go``)."""

BACKUP_WAIT_SECONDS: Final = 1200
"""How long an update waits for one backup: the Job's deadline, and time to start it."""
