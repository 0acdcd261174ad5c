"""HostedCluster on Azure as the API server checks it: structure in ``hosted_cluster.json``.

Source: openshift/hypershift ``api/hypershift/v1beta1/{azure,hostedcluster_types}.go`` and the
custom resource definition generated from them, at commit 3ee9615567ac. Parts of the spec that no
identity depends on (networking, etcd, configuration, other platforms) are not covered.

Source: openshift/hypershift ``api/hypershift/v1beta1/hostedcluster_types.go`` at commit
3ee9615567ac, and the custom resource definition generated from it.
"""

import re
from typing import Final

from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.admission.admission import CustomResource
from openshift_credentials.platforms.kubernetes.admission.structural import (
    Members,
    SchemaRule,
    Text,
    TransitionRule,
    ValidationRule,
    immutable,
    matches,
    never_removed,
    read_packaged_schema,
)

from .authentication_type import AuthenticationType


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


_WORKLOAD: Final = AuthenticationType.WORKLOAD_IDENTITIES


def _part(index: int, pattern: str) -> ValidationRule:
    """A part between slashes contains a match; the API requires no more."""
    return ValidationRule(
        f"part {index} between slashes must contain {pattern}",
        lambda text: re.search(pattern, text.split("/")[index], re.ASCII) is not None,
    )


def _part_ends(index: int, *ends: str) -> ValidationRule:
    return ValidationRule(
        f"part {index} between slashes must not end with {' or '.join(ends)}",
        lambda text: not text.split("/")[index].endswith(ends),
    )


def _is_ibm(spec: Members) -> bool:
    return spec["platform"]["type"] == "IBMCloud"


def _is_private(azure: Members) -> bool:
    return azure.get("topology") in ("Private", "PublicAndPrivate")


def _private_link_has_an_operator(azure: Members) -> bool:
    authentication = azure["azureAuthenticationConfig"]
    return (
        azure.get("private", {}).get("type") != "PrivateLink"
        or authentication["azureAuthenticationConfigType"] != _WORKLOAD
        or "controlPlaneOperator" in authentication["workloadIdentities"]
    )


def _stays_public_or_not(old: Members, new: Members) -> bool:
    if "topology" not in old or "topology" not in new:
        return True
    return (old["topology"] == "Public") == (new["topology"] == "Public")


_RULES: Final[dict[str, tuple[SchemaRule, ...]]] = {
    "Spec": (
        ValidationRule(
            "services must have at least four items (three on IBMCloud)",
            lambda spec: len(spec["services"]) >= (3 if _is_ibm(spec) else 4),
        ),
        *PUBLISHED_ON_AZURE,
        TransitionRule(
            "services is immutable",
            lambda old, new: _is_ibm(new) or old["services"] == new["services"],
        ),
        never_removed("secretEncryption"),
    ),
    "Capabilities": (
        ValidationRule(
            "a capability cannot be enabled and disabled",
            lambda members: not set(members.get("enabled", ())) & set(members.get("disabled", ())),
        ),
        immutable("capabilities"),
    ),
    "Capabilities.disabled": (
        ValidationRule(
            "Ingress can only be disabled together with Console",
            lambda names: "Ingress" not in names or "Console" in names,
        ),
        immutable("disabled"),
    ),
    "Azure": (
        ValidationRule(
            "private is required if topology is Private or PublicAndPrivate, and forbidden "
            "otherwise",
            lambda azure: _is_private(azure) == ("private" in azure),
        ),
        ValidationRule(
            "workloadIdentities.controlPlaneOperator is required for Private Link",
            _private_link_has_an_operator,
        ),
        TransitionRule(
            "private cannot be added or removed",
            lambda old, new: ("private" in old) == ("private" in new),
        ),
        TransitionRule("topology cannot be changed to or from Public", _stays_public_or_not),
        never_removed("topology"),
    ),
    "Azure.subnetID": (
        matches(
            "/subscriptions/(?=([^/]*/){8}[^/]*$).*/resourceGroups/.*/providers/Microsoft.Network"
            "/virtualNetworks/.*/subnets/.*",
            "must be the resource ID of a subnet, with eleven parts between slashes",
        ),
        _part(4, r"[a-zA-Z0-9-_().]{1,90}"),
        _part_ends(4, "."),
        _part(8, r"[a-zA-Z0-9-_.]{2,64}"),
        _part_ends(8, ".", "-"),
        _part(10, r"[a-zA-Z0-9][a-zA-Z0-9-_.]{0,79}"),
        _part_ends(10, ".", "-"),
        immutable("subnetID"),
    ),
    "Private": (TransitionRule("type is immutable", lambda old, new: old["type"] == new["type"]),),
    "AzureKMS": (
        ValidationRule(
            "backupKey must be in the vault of activeKey",
            lambda kms: (
                "backupKey" not in kms
                or kms["backupKey"]["keyVaultName"] == kms["activeKey"]["keyVaultName"]
            ),
        ),
        ValidationRule(
            "kms and workloadIdentity cannot both be set",
            lambda kms: not ("kms" in kms and "workloadIdentity" in kms),
        ),
        ValidationRule(
            "kms or workloadIdentity is required",
            lambda kms: "kms" in kms or "workloadIdentity" in kms,
        ),
        TransitionRule(
            "keyVaultType is immutable",
            lambda old, new: (
                old.get("keyVaultType", "KeyVault") == new.get("keyVaultType", "KeyVault")
            ),
        ),
        TransitionRule(
            "the type of login to the vault is immutable",
            lambda old, new: ("kms" in old) == ("kms" in new),
        ),
    ),
    **PUBLISHING_RULES,
}
SCHEMAS: Final = read_packaged_schema(__package__ or "", "hosted_cluster.json", _RULES)
HOSTED_CLUSTERS: Final = CustomResource(
    upstream.HYPERSHIFT_API, "HostedCluster", SCHEMAS["HostedCluster"]
)
_CAPABILITY: Final = SCHEMAS["Capability"]
CAPABILITIES: Final = _CAPABILITY.choices if isinstance(_CAPABILITY, Text) else ()
