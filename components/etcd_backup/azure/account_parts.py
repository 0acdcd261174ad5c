"""Optional parts of a storage account: networks, endpoint and inventory."""

from dataclasses import dataclass

import pulumi

from openshift_credentials.platforms.azure.clouds import private_link_zone
from openshift_credentials.platforms.azure.identifiers import private_zone_id, virtual_network_in
from openshift_credentials.platforms.azure.storage_rules import prefix_filter
from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.azure_access import NetworkRules
from openshift_credentials.systems.etcd_backup.settings.azure_groups import PrivateEndpoint

from .network_access import NetworkAccess, ServiceInstance
from .snapshot_account import SnapshotAccount


def network_access(rules: NetworkRules | None, tenant_id: str) -> NetworkAccess | None:
    """Network rules in the form of the account; ``tenant_id`` is that of the stack."""
    if rules is None:
        return None
    return NetworkAccess(
        addresses=rules.addresses,
        subnet_ids=rules.subnet_ids,
        resource_access=[
            ServiceInstance(
                resource_id=instance.resource_id, tenant_id=instance.tenant_id or tenant_id
            )
            for instance in rules.resource_access
        ],
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
    place = _EndpointPlace(storage.storage_account, storage.location, asked.dns_zone_id)
    return [_endpoint(f"{name}-snapshots-endpoint", place, asked, storage, account, group, options)]


def private_endpoint_of_copy(
    name: str,
    storage: AzureBlobStorage,
    account: SnapshotAccount,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> list[pulumi.Resource]:
    """The same for the second account, in the zone of the first one's endpoint if there is one."""
    copy = storage.replication
    if copy is None or copy.private_endpoint is None:
        return []
    asked, first = copy.private_endpoint, storage.private_endpoint
    zone_id = asked.dns_zone_id
    if zone_id is None and first is not None:
        zone_id = first.dns_zone_id or private_zone_id(
            storage.subscription_id, storage.resource_group, private_link_zone(storage.cloud)
        )
    place = _EndpointPlace(copy.storage_account, copy.location or storage.location, zone_id)
    return [_endpoint(f"{name}-copies-endpoint", place, asked, storage, account, group, options)]


@dataclass(frozen=True)
class _EndpointPlace:
    """The account by name, its location, and the zone if there is one."""

    account_name: str
    location: str
    zone_id: str | None


def _endpoint(
    name: str,
    place: _EndpointPlace,
    asked: PrivateEndpoint,
    storage: AzureBlobStorage,
    account: SnapshotAccount,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> pulumi.Resource:
    from .private_endpoint import BlobEndpoint, BlobEndpointArgs  # noqa: PLC0415

    retained = account.account if storage.keeping is Keeping.LEFT_BEHIND else None
    return BlobEndpoint(
        name,
        BlobEndpointArgs(
            endpoint_name=f"{place.account_name}-blob",
            account_id=account.account_id,
            resource_group=group,
            location=asked.location or place.location,
            subnet_id=asked.subnet_id,
            network_id=virtual_network_in(asked.subnet_id),
            zone_name=private_link_zone(storage.cloud),
            zone_id=place.zone_id,
            tags=storage.tags or {},
        ),
        pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(deleted_with=retained)),
    ).settled


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

    blob_inventory = BlobInventory(
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
    return [blob_inventory.settled]
