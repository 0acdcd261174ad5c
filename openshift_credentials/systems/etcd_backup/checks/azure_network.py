"""Rules between settings of the storage account's network access."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.clouds import private_link_zone
from openshift_credentials.platforms.azure.identifiers import name_in, virtual_network_in
from openshift_credentials.systems.etcd_backup.checks.azure_blob import is_known
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB, BackupTree
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.azure_groups import (
    PrivateEndpoint,
    PublicNetworkAccess,
)


def private_endpoint_fits(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """The zone is that of blobs in the stack's cloud, and the location is known."""
    yield from _endpoint_fits(blob, tree, "privateEndpoint", blob.private_endpoint)
    copy = blob.replication
    if copy is None or copy.private_endpoint is None:
        return
    path, second, first = (
        "replication.privateEndpoint",
        copy.private_endpoint,
        blob.private_endpoint,
    )
    yield from _endpoint_fits(blob, tree, path, second)
    own_zone = second.dns_zone_id is None and first is not None and first.dns_zone_id is None
    if own_zone and first and _network(first) != _network(second):
        yield tree.problem(
            f"{BLOB}.{path}.dnsZoneId",
            "is required for a subnet of another virtual network: the zone that the stack creates "
            "is linked to the network of etcdBackup.storage.azureBlob.privateEndpoint alone",
            "name a zone that is linked to both networks in both endpoints",
        )


def _network(endpoint: PrivateEndpoint) -> str:
    return virtual_network_in(endpoint.subnet_id).lower()


def closed_copy_is_reached_by_its_endpoint(
    blob: AzureBlobStorage, tree: BackupTree
) -> Iterator[Notice]:
    """Without the public endpoint, which both accounts have or have not, a copy needs its own."""
    copy = blob.replication
    if copy is None or copy.existing:
        return
    if blob.public_network_access is not PublicNetworkAccess.DISABLED:
        return
    if copy.network_rules:
        yield tree.problem(
            f"{BLOB}.replication.networkRules",
            "have no effect without the public endpoint, which publicNetworkAccess disables on "
            "both accounts",
            "remove them, and set replication.privateEndpoint to reach the copies",
        )
    if copy.restore and copy.private_endpoint is None:
        yield tree.problem(
            f"{BLOB}.replication.restore",
            "needs a way to the second account, whose public endpoint publicNetworkAccess disables",
            "set replication.privateEndpoint, or remove this",
        )


def _endpoint_fits(
    blob: AzureBlobStorage, tree: BackupTree, path: str, endpoint: PrivateEndpoint | None
) -> Iterator[Notice]:
    if endpoint is None:
        return
    yield from is_known(blob, tree, f"{path}.location", endpoint.location)
    zone, expected = endpoint.dns_zone_id, private_link_zone(blob.cloud)
    if zone and name_in(zone).lower() != expected:
        yield tree.problem(
            f"{BLOB}.{path}.dnsZoneId",
            f"must be a zone named {expected}, the zone of blobs in {blob.cloud}",
            "use that zone, or remove the setting to let the stack create it",
        )


def network_rules_let_somebody_in(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Network rules are not empty, and there is a public endpoint for them."""
    rules = blob.network_rules
    if rules is None:
        return
    if not rules.subnet_ids and not rules.addresses and blob.private_endpoint is None:
        yield tree.problem(
            f"{BLOB}.networkRules",
            "requires subnets or addresses, or privateEndpoint beside it: without them, no upload "
            "is possible",
            "add subnetIds with the subnet of the management cluster's nodes, addresses, or "
            "privateEndpoint",
        )
    if blob.public_network_access is PublicNetworkAccess.DISABLED:
        yield tree.problem(
            f"{BLOB}.networkRules",
            "have no effect without the public endpoint, which publicNetworkAccess disables",
            "remove them, or set publicNetworkAccess to Enabled",
        )
