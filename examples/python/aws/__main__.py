"""etcd backups to S3, with a role and without a long-lived key."""

import pulumi
from openshift_credentials_components.etcd_backup import AwsSts, Backup, Cluster, EtcdBackup, EtcdBackupArgs, S3Storage
from openshift_credentials_components.etcd_backup.s3 import ObjectLock, ObjectLockMode

backups = EtcdBackup(
    "rosa",
    EtcdBackupArgs(
        cluster=Cluster(name="rosa-mc-1", oidc_issuer="https://oidc.example.com/rosa-mc-1"),
        storage=S3Storage(
            bucket="rosa-mc-1-etcd-snapshots",
            region="us-east-1",
            account_id="123456789012",
            object_lock=ObjectLock(mode=ObjectLockMode.GOVERNANCE, days=14),
        ),
        credentials=AwsSts(role_name="rosa-mc-1-etcd-backup"),
        backups=[Backup(hosted_cluster="clusters/orders", trigger="2026-11-21")],
    ),
)

for name, value in backups.outputs.exports.items():
    pulumi.export(name, value)
