"""Networks that can reach a storage account."""

from collections.abc import Sequence
from dataclasses import dataclass

from pulumi_azure_native import storage


@dataclass(frozen=True, kw_only=True)
class ServiceInstance:
    """An instance of an Azure service by its resource ID, and its tenant."""

    resource_id: str
    tenant_id: str


@dataclass(frozen=True, kw_only=True)
class NetworkAccess:
    """Networks and instances of services that can reach the account; all others are denied."""

    addresses: Sequence[str] = ()
    subnet_ids: Sequence[str] = ()
    resource_access: Sequence[ServiceInstance] = ()
    trust_azure_services: bool = True


def network_rule_set(network: NetworkAccess | None) -> storage.NetworkRuleSetArgsDict:
    """The rules as Azure takes them; without any, every network can reach the endpoint."""
    if network is None:
        return {
            "default_action": storage.DefaultAction.ALLOW,
            "bypass": storage.Bypass.AZURE_SERVICES,
        }
    trusted = network.trust_azure_services
    return {
        "default_action": storage.DefaultAction.DENY,
        "bypass": storage.Bypass.AZURE_SERVICES if trusted else storage.Bypass.NONE,
        "ip_rules": [
            {"action": storage.Action.ALLOW, "i_p_address_or_range": address}
            for address in network.addresses
        ],
        "resource_access_rules": [
            {"resource_id": instance.resource_id, "tenant_id": instance.tenant_id}
            for instance in network.resource_access
        ],
        "virtual_network_rules": [
            {"action": storage.Action.ALLOW, "virtual_network_resource_id": subnet_id}
            for subnet_id in network.subnet_ids
        ],
    }
