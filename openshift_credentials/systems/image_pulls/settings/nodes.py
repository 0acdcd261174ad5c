"""Settings of the nodes that get a provider file."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.base import Follows, Settings


class GcpPulls(Settings):
    """Pulls from Google's registries, with the identity of the node only."""


class NodePool(Settings):
    """A NodePool, and what its ``spec.config`` refers to in addition to the file."""

    name: Annotated[str, Follows(kubernetes_rules.DNS_SUBDOMAIN)] = Field(
        description="Name of the NodePool."
    )
    config: tuple[Annotated[str, Follows(kubernetes_rules.DNS_SUBDOMAIN)], ...] = Field(
        default=(),
        strict=False,
        description=(
            "ConfigMaps to which `spec.config` already refers. The stack replaces the "
            "complete list."
        ),
    )


class HostedCluster(Settings):
    """The hosted cluster whose pods pull; ``cluster`` is then its management cluster."""

    namespace: Annotated[str, Follows(kubernetes_rules.DNS_LABEL)] = Field(
        description="Namespace of the HostedCluster."
    )
    name: Annotated[str, Follows(kubernetes_rules.DNS_LABEL)] = Field(
        description="Name of the HostedCluster."
    )
    oidc_issuer: Annotated[str, Follows(kubernetes_rules.OIDC_ISSUER)] = Field(
        description="Issuer of the hosted cluster's tokens, verbatim."
    )
    node_pools: tuple[NodePool, ...] = Field(
        strict=False, min_length=1, description="NodePools whose nodes get the file."
    )
