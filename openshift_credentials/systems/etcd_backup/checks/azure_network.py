"""Rules between settings of the storage account's network access."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.clouds import private_link_zone
from openshift_credentials.platforms.azure.identifiers import name_in
from openshift_credentials.systems.etcd_backup.checks.azure_blob import is_known
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB, BackupTree
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.azure_groups import PublicNetworkAccess


def private_endpoint_fits(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """The zone is that of blobs in the stack's cloud, and the location is known."""
    endpoint = blob.private_endpoint
    if endpoint is None:
        return
    yield from is_known(blob, tree, "privateEndpoint.location", endpoint.location)
    zone, expected = endpoint.dns_zone_id, private_link_zone(blob.cloud)
    if zone and name_in(zone).lower() != expected:
        yield tree.problem(
            f"{BLOB}.privateEndpoint.dnsZoneId",
            f"must be a zone named {expected}, the zone of blobs in {blob.cloud}",
            "use that zone, or remove the setting to let the stack create it",
        )


def network_rules_let_somebody_in(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Network rules are not empty, and there is a public endpoint for them."""
    rules = blob.network_rules
    if rules is None:
        return
    if not rules.subnet_ids and not rules.addresses:
        yield tree.problem(
            f"{BLOB}.networkRules",
            "requires subnets or addresses: without them, no upload is possible",
            "add subnetIds with the subnet of the management cluster's nodes, or addresses",
        )
    if blob.public_network_access is PublicNetworkAccess.DISABLED:
        yield tree.problem(
            f"{BLOB}.networkRules",
            "have no effect without the public endpoint, which publicNetworkAccess disables",
            "remove them, or set publicNetworkAccess to Enabled",
        )
