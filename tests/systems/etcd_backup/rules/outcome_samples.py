"""A cluster that is ready for a backup."""

from openshift_credentials.systems.etcd_backup.rules.outcome import (
    BackupJob,
    ConditionStatus,
    EtcdReplicas,
    Situation,
)

READY = Situation(
    name="b1",
    namespace="clusters-a",
    storage_type="S3",
    secret="cloud-credentials",
    hosted_control_plane="hcp",
    etcd=EtcdReplicas(ready=3, desired=3),
)


FALSE = ConditionStatus.FALSE
RUNNING = BackupJob(name="etcd-backup-other-abcde", active=1)
