"""CEL rules on how the services of a HostedCluster are published, and what Azure needs.

Source: openshift/hypershift ``api/hypershift/v1beta1/hostedcluster_types.go`` at commit
3ee9615567ac, and the custom resource definition generated from it.
"""

from typing import Final

from openshift_credentials.platforms.kubernetes.admission.schema import (
    Members,
    SchemaRule,
    ValidationRule,
)
from openshift_credentials.systems.control_plane_identities.rules.authentication_type import (
    AuthenticationType,
)


def _bare(kind: str) -> ValidationRule:
    return ValidationRule(
        f"type {kind} allows no further configuration",
        lambda strategy: (
            strategy["type"] != kind or not {"nodePort", "route", "loadBalancer"} & set(strategy)
        ),
    )


def _alone(kind: str, member: str, *others: str) -> ValidationRule:
    return ValidationRule(
        f"type {kind} requires {member} and no other configuration, and {member} requires "
        f"type {kind}",
        lambda strategy: (
            not set(others) & set(strategy) if strategy["type"] == kind else member not in strategy
        ),
    )


def _publishes_with(service: str, *strategies: str) -> ValidationRule:
    """On Azure the service is published with one of the strategies; other platforms pass."""
    return ValidationRule(
        f"platform Azure requires {service} to be published by {' or '.join(strategies)}",
        lambda spec: spec["platform"]["type"] != "Azure" or _publishes(spec, service, strategies),
    )


def _publishes(spec: Members, service: str, strategies: tuple[str, ...]) -> bool:
    return any(
        published["service"] == service
        and published["servicePublishingStrategy"]["type"] in strategies
        for published in spec["services"]
    )


def _publishes_oauth_server(spec: Members) -> bool:
    """Managed clusters publish it by Route; self-managed ones also by LoadBalancer."""
    if spec["platform"]["type"] != "Azure":
        return True
    authentication = spec["platform"].get("azure", {}).get("azureAuthenticationConfig", {})
    self_managed = (
        authentication.get("azureAuthenticationConfigType")
        == AuthenticationType.WORKLOAD_IDENTITIES
    )
    return _publishes(
        spec, "OAuthServer", ("Route", "LoadBalancer") if self_managed else ("Route",)
    )


PUBLISHED_ON_AZURE: Final = (
    ValidationRule(
        "platform Azure requires OAuthServer to be published by Route", _publishes_oauth_server
    ),
    _publishes_with("Konnectivity", "Route"),
    _publishes_with("Ignition", "Route"),
)
"""Rules of the spec, in the order of their messages."""

PUBLISHING_RULES: Final[dict[str, tuple[SchemaRule, ...]]] = {
    "PublishingStrategy": (
        _alone("Route", "route", "nodePort", "loadBalancer"),
        _alone("LoadBalancer", "loadBalancer", "nodePort", "route"),
        _bare("None"),
        _bare("S3"),
    )
}
