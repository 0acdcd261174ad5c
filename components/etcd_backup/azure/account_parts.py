"""Optional parts of a storage account: networks, endpoint and inventory."""

import pulumi

from openshift_credentials.platforms.azure.clouds import private_link_zone
from openshift_credentials.platforms.azure.identifiers import virtual_network_in
from openshift_credentials.platforms.azure.storage_rules import prefix_filter
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.azure_groups import NetworkRules

from .snapshot_account import NetworkAccess, SnapshotAccount


def network_access(rules: NetworkRules | None) -> NetworkAccess | None:
    """Network rules in the form of the account."""
    if rules is None:
        return None
    return NetworkAccess(
        addresses=rules.addresses,
        subnet_ids=rules.subnet_ids,
        trust_azure_services=rules.trust_azure_services,
    )


def private_endpoint(
    name: str,
    storage: AzureBlobStorage,
    account: SnapshotAccount,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> list[pulumi.Resource]:
    """What backups wait for; nothing without an endpoint, which is kept with a retained account."""
    asked = storage.private_endpoint
    if asked is None:
        return []
    from .private_endpoint import BlobEndpoint, BlobEndpointArgs  # noqa: PLC0415

    endpoint = BlobEndpoint(
        f"{name}-snapshots-endpoint",
        BlobEndpointArgs(
            endpoint_name=f"{storage.storage_account}-blob",
            account_id=account.account_id,
            resource_group=group,
            location=asked.location or storage.location,
            subnet_id=asked.subnet_id,
            network_id=virtual_network_in(asked.subnet_id),
            zone_name=private_link_zone(storage.cloud),
            zone_id=asked.dns_zone_id,
            tags=storage.tags or {},
        ),
        pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(deleted_with=account.account)),
    )
    return [endpoint.settled]


def inventory(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    group: pulumi.Input[str],
    account: SnapshotAccount,
    options: pulumi.ResourceOptions,
) -> list[pulumi.Resource]:
    """The list of snapshots, if configured; it is deleted only with its setting."""
    asked = storage.inventory
    if asked is None:
        return []
    from .blob_inventory import BlobInventory, BlobInventoryArgs  # noqa: PLC0415

    made = BlobInventory(
        f"{name}-snapshots-inventory",
        BlobInventoryArgs(
            account_name=account.account_name,
            resource_group=group,
            container=asked.container,
            frequency=asked.frequency.capitalize(),
            prefixes=[
                prefix_filter(storage.container, prefix) for prefix in upload_prefixes(settings)
            ],
        ),
        pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(deleted_with=account.account)),
    )
    return [made.settled]
