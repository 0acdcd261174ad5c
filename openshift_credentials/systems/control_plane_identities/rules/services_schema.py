"""The schema of services in a HostedCluster: how each is published, and what Azure needs.

Source: openshift/hypershift ``api/hypershift/v1beta1/hostedcluster_types.go`` at commit
3ee9615567ac, and the custom resource definition generated from it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from openshift_credentials.platforms.kubernetes.admission.nodes import (
    Array,
    Integer,
    Matches,
    Members,
    Object,
    Rule,
    Text,
)
from openshift_credentials.systems.control_plane_identities.rules.identity_schema import (
    DOMAIN,
    WORKLOAD,
    only_with,
)

_HOST: Final = Object(
    {"hostname": Text(minimum=1, maximum=253, checks=(Matches(DOMAIN, "must be a domain name"),))}
)
_ADDRESS: Final = (
    r"([a-zA-Z0-9][-a-zA-Z0-9]*\.)+[a-zA-Z]{2,}|localhost|([0-9]{1,3}\.){3}[0-9]{1,3}"
    r"|[0-9a-fA-F:]*:[0-9a-fA-F:]*"
)


def _bare(kind: str) -> Rule[Members]:
    return Rule(
        f"type {kind} allows no further configuration",
        lambda strategy: (
            strategy["type"] != kind or not {"nodePort", "route", "loadBalancer"} & set(strategy)
        ),
    )


_STRATEGY: Final = Object(
    {
        "type": Text(choices=("LoadBalancer", "NodePort", "Route", "None", "S3")),
        "loadBalancer": _HOST,
        "nodePort": Object(
            {
                "address": Text(
                    minimum=1,
                    maximum=253,
                    checks=(Matches(_ADDRESS, "must be a host name or an IP address"),),
                ),
                "port": Integer(),
            },
            required=("address",),
        ),
        "route": _HOST,
    },
    required=("type",),
    checks=(
        only_with("nodePort", "type", "NodePort"),
        Rule(
            "type Route requires route and no other configuration, and route requires type Route",
            lambda strategy: (
                not {"nodePort", "loadBalancer"} & set(strategy)
                if strategy["type"] == "Route"
                else "route" not in strategy
            ),
        ),
        Rule(
            "type LoadBalancer requires loadBalancer and no other configuration, and "
            "loadBalancer requires that type",
            lambda strategy: (
                not {"nodePort", "route"} & set(strategy)
                if strategy["type"] == "LoadBalancer"
                else "loadBalancer" not in strategy
            ),
        ),
        _bare("None"),
        _bare("S3"),
    ),
)
SERVICES: Final = Array(
    Object(
        {
            "service": Text(
                choices=("APIServer", "OAuthServer", "OIDC", "Konnectivity", "Ignition", "OVNSbDb")
            ),
            "servicePublishingStrategy": _STRATEGY,
        },
        required=("service", "servicePublishingStrategy"),
    ),
    maximum=6,
)


def _published(service: str, *strategies: str) -> Rule[Members]:
    """On Azure the service is published with one of the strategies; other platforms pass."""
    return Rule(
        f"platform Azure requires {service} to be published by {' or '.join(strategies)}",
        lambda spec: spec["platform"]["type"] != "Azure" or _has(spec, service, strategies),
    )


def _has(spec: Members, service: str, strategies: Sequence[str]) -> bool:
    return any(
        each["service"] == service and each["servicePublishingStrategy"]["type"] in strategies
        for each in spec["services"]
    )


def _oauth_server(spec: Members) -> bool:
    """Managed clusters publish it by Route; self-managed ones also by LoadBalancer."""
    if spec["platform"]["type"] != "Azure":
        return True
    azure: Mapping[str, Any] = spec["platform"].get("azure", {})
    kind = azure.get("azureAuthenticationConfig", {}).get("azureAuthenticationConfigType")
    strategies = ("Route", "LoadBalancer") if kind == WORKLOAD else ("Route",)
    return _has(spec, "OAuthServer", strategies)


PUBLISHED_ON_AZURE: Final = (
    Rule("platform Azure requires OAuthServer to be published by Route", _oauth_server),
    _published("Konnectivity", "Route"),
    _published("Ignition", "Route"),
)
"""Rules of the spec, in the order of their messages."""
