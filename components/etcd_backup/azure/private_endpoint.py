"""A private endpoint of the blob service in a virtual network, and its DNS zone."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import network, privatedns

from ...base.options import child_options


@dataclass(frozen=True, kw_only=True)
class BlobEndpointArgs:
    """The account and the subnet by resource ID, and the place of the endpoint.

    ``zone_name`` is the name for private endpoints of blobs. Without ``zone_id``, the stack creates
    the zone and links it to ``network_id``, the virtual network.
    """

    endpoint_name: str
    account_id: pulumi.Input[str]
    resource_group: pulumi.Input[str]
    location: str
    subnet_id: str
    network_id: str
    zone_name: str
    zone_id: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class BlobEndpoint(pulumi.ComponentResource):
    """A private endpoint, and the DNS zone group with its record; backups wait for it.

    The public name of the account refers to the zone, so that the uploader's fixed endpoint
    resolves to the private address within the network. Source: learn.microsoft.com, "Use private
    endpoints for Azure Storage".
    """

    def __init__(
        self, name: str, args: BlobEndpointArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:BlobEndpoint", name, None, opts)
        self._opts = opts
        endpoint = network.PrivateEndpoint(
            name,
            private_endpoint_name=args.endpoint_name,
            resource_group_name=args.resource_group,
            location=args.location,
            subnet={"id": args.subnet_id},
            private_link_service_connections=[
                {
                    "name": args.endpoint_name,
                    "private_link_service_id": args.account_id,
                    "group_ids": ["blob"],
                }
            ],
            tags=args.tags or None,
            opts=self._child(),
        )
        zone_id: pulumi.Input[str] = args.zone_id or self._zone(name, args)
        self.settled: pulumi.Resource = network.PrivateDnsZoneGroup(
            f"{name}-dns",
            private_dns_zone_group_name="default",
            private_endpoint_name=endpoint.name,
            resource_group_name=args.resource_group,
            private_dns_zone_configs=[{"name": "blob", "private_dns_zone_id": zone_id}],
            opts=self._child(),
        )
        self.register_outputs({})

    def _child(self) -> pulumi.ResourceOptions:
        goes_with = self._opts.deleted_with if self._opts else None
        return child_options(self, self._opts, deleted_with=goes_with)

    def _zone(self, name: str, args: BlobEndpointArgs) -> pulumi.Output[str]:
        """ID of a zone that the stack creates, known after it is linked to the network."""
        zone = privatedns.PrivateZone(
            f"{name}-zone",
            private_zone_name=args.zone_name,
            resource_group_name=args.resource_group,
            location="global",
            tags=args.tags or None,
            opts=self._child(),
        )
        link = privatedns.VirtualNetworkLink(
            f"{name}-zone-link",
            virtual_network_link_name=args.endpoint_name,
            private_zone_name=zone.name,
            resource_group_name=args.resource_group,
            location="global",
            registration_enabled=False,
            virtual_network={"id": args.network_id},
            opts=self._child(),
        )
        return pulumi.Output.all(zone.id, link.id).apply(lambda ids: ids[0])
