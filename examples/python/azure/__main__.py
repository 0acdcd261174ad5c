"""etcd backups to Azure Blob Storage, with a managed identity and without a long-lived key."""

import pulumi
from openshift_credentials_components.etcd_backup import (
    AzureBlobStorage,
    AzureWorkloadIdentity,
    Backup,
    Cluster,
    EtcdBackup,
    EtcdBackupArgs,
)
from openshift_credentials_components.etcd_backup.azure_blob import Redundancy

backups = EtcdBackup(
    "aro",
    EtcdBackupArgs(
        cluster=Cluster(name="aro-mc-1", oidc_issuer="https://oidc.example.com/aro-mc-1"),
        storage=AzureBlobStorage(
            storage_account="aromc1snapshots",
            container="etcd",
            resource_group="aro-mc-1",
            location="westeurope",
            subscription_id="11111111-2222-3333-4444-555555555555",
            tenant_id="66666666-7777-8888-9999-000000000000",
            sku=Redundancy.ZRS,
        ),
        credentials=AzureWorkloadIdentity(identity_name="aro-mc-1-etcd-backup"),
        backups=[Backup(hosted_cluster="clusters/orders", trigger="2026-11-21")],
    ),
)

for name, value in backups.outputs.exports.items():
    pulumi.export(name, value)
