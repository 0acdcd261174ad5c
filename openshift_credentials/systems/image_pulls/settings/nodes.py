"""Settings of the nodes that get a provider file."""

from pydantic import Field

from openshift_credentials.stack.base import DnsLabel, DnsSubdomain, IssuerUrl, Lax, Settings


class GcpPulls(Settings):
    """Pulls from Google's registries, with the identity of the node only."""


class NodePool(Settings):
    """A NodePool, and what its ``spec.config`` refers to in addition to the file."""

    name: DnsSubdomain
    """Name of the NodePool."""
    config: Lax[tuple[DnsSubdomain, ...]] = ()
    """ConfigMaps to which `spec.config` already refers. The stack replaces the complete list."""


class HostedCluster(Settings):
    """The hosted cluster whose pods pull; ``cluster`` is then its management cluster."""

    namespace: DnsLabel
    """Namespace of the HostedCluster."""
    name: DnsLabel
    """Name of the HostedCluster."""
    oidc_issuer: IssuerUrl
    """Issuer of the hosted cluster's tokens, verbatim."""
    node_pools: Lax[tuple[NodePool, ...]] = Field(min_length=1)
    """NodePools whose nodes get the file."""
