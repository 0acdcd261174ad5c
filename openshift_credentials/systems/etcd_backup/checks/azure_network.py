"""Rules between settings of the storage account's network access."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.clouds import AzureCloud, private_link_zone
from openshift_credentials.platforms.azure.identifiers import name_in
from openshift_credentials.platforms.azure.text_rules import AZURE_LOCATION, PRIVATE_DNS_ZONE_ID
from openshift_credentials.stack.tree import as_group
from openshift_credentials.systems.etcd_backup.checks.azure_blob import is_known
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB, AzureBlobGroup, BackupTree


def private_endpoint_fits(tree: BackupTree) -> Iterator[Notice]:
    """The zone is that of blobs in the stack's cloud, and the location is known."""
    blob = AzureBlobGroup(tree)
    path = f"{BLOB}.privateEndpoint"
    yield from is_known(tree, f"{path}.location", tree.text(f"{path}.location", AZURE_LOCATION))
    zone = tree.text(f"{path}.dnsZoneId", PRIVATE_DNS_ZONE_ID)
    cloud = tree.text(f"{BLOB}.cloud") or AzureCloud.PUBLIC
    if zone is None or cloud not in set(AzureCloud):
        return
    expected = private_link_zone(AzureCloud(cloud))
    if name_in(zone).lower() != expected:
        yield blob.problem(
            "privateEndpoint.dnsZoneId",
            f"must be a zone named {expected}, the zone of blobs in {cloud}",
            "use that zone, or remove the setting to let the stack create it",
        )


def network_rules_let_somebody_in(tree: BackupTree) -> Iterator[Notice]:
    """Network rules are not empty, and there is a public endpoint for them."""
    blob = AzureBlobGroup(tree)
    rules = blob.value("networkRules")
    if rules is None:
        return
    group = as_group(rules)
    if not group.get("subnetIds") and not group.get("addresses"):
        yield blob.problem(
            "networkRules",
            "requires subnets or addresses: without them, no upload is possible",
            "add subnetIds with the subnet of the management cluster's nodes, or addresses",
        )
    if blob.value("publicNetworkAccess") == "Disabled":
        yield blob.problem(
            "networkRules",
            "have no effect without the public endpoint, which publicNetworkAccess disables",
            "remove them, or set publicNetworkAccess to Enabled",
        )
