"""A private endpoint of the storage account, with its DNS zone; set ``closed`` once it exists."""

import openshift_credentials_components.etcd_backup as etcd
import pulumi
from pulumi_azure_native import network, privatedns

SUBSCRIPTION = "/subscriptions/11111111-2222-3333-4444-555555555555"
GROUP, ACCOUNT = "aro-mc-1-etcd-backup", "aromc1etcdsnapshots"
ZONE = "privatelink.blob.core.windows.net"
PROVIDERS = f"{SUBSCRIPTION}/resourceGroups/{GROUP}/providers"
ACCOUNT_ID = f"{PROVIDERS}/Microsoft.Storage/storageAccounts/{ACCOUNT}"
NETWORK = f"{PROVIDERS}/Microsoft.Network/virtualNetworks/aro"

closed = {"aro-snapshots": {"publicNetworkAccess": "Disabled"}}
backups = etcd.EtcdBackup(
    "aro",
    etcd.EtcdBackupArgs(
        cluster=etcd.Cluster(name="aro-mc-1", oidc_issuer="https://oidc.example.com/aro-mc-1/"),
        storage=etcd.AzureBlobStorage(
            storage_account=ACCOUNT,
            container="etcd-snapshots",
            resource_group=GROUP,
            location="westeurope",
            subscription_id=SUBSCRIPTION.rpartition("/")[2],
            tenant_id="66666666-7777-8888-9999-000000000000",
        ),
        credentials=etcd.AzureWorkloadIdentity(identity_name="etcd-backup-identity"),
        backups=[etcd.Backup(hosted_cluster="clusters/orders", trigger="2026-11-21")],
        overrides=closed if pulumi.Config().get_bool("closed") else {},
    ),
)

zone = privatedns.PrivateZone("blob", private_zone_name=ZONE, resource_group_name=GROUP, location="global")
privatedns.VirtualNetworkLink(
    "aro", private_zone_name=zone.name, resource_group_name=GROUP, location="global", virtual_network={"id": NETWORK}
)
endpoint = network.PrivateEndpoint(
    "snapshots",
    resource_group_name=GROUP,
    location="westeurope",
    subnet={"id": f"{NETWORK}/subnets/workers"},
    private_link_service_connections=[{"name": "blob", "group_ids": ["blob"], "private_link_service_id": ACCOUNT_ID}],
    opts=pulumi.ResourceOptions(depends_on=[backups]),
)
network.PrivateDnsZoneGroup(
    "snapshots",
    private_endpoint_name=endpoint.name,
    resource_group_name=GROUP,
    private_dns_zone_configs=[{"name": "blob", "private_dns_zone_id": zone.id}],
)
