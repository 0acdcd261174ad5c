"""The schema of a HostedCluster on Azure as data: identities, KMS, services and placement.

Source: openshift/hypershift ``api/hypershift/v1beta1/{azure,hostedcluster_types}.go`` and the
custom resource definition generated from them, at commit 3ee9615567ac. The parts of the spec that
no identity depends on (networking, etcd, configuration, other platforms) are passed over.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from openshift_credentials.control_plane_identities.rules.identity_schema import (
    DOMAIN,
    SECRET_ENCRYPTION,
    SECRET_NAME,
    WORKLOAD,
    fixed,
    only_with,
)
from openshift_credentials.control_plane_identities.rules.platform_schema import AZURE
from openshift_credentials.kubernetes.admission.admission import Resource
from openshift_credentials.kubernetes.admission.nodes import (
    Anything,
    Array,
    Integer,
    Matches,
    Members,
    Object,
    Rule,
    Text,
    Transition,
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
        f"type {kind} takes no further configuration",
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
            "type Route goes with route alone, and route with type Route",
            lambda strategy: (
                not {"nodePort", "loadBalancer"} & set(strategy)
                if strategy["type"] == "Route"
                else "route" not in strategy
            ),
        ),
        Rule(
            "type LoadBalancer goes with loadBalancer alone, and loadBalancer with that type",
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
_SERVICES: Final = Array(
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

_CAPABILITY: Final = Text(
    choices=(
        "ImageRegistry",
        "openshift-samples",
        "Insights",
        "baremetal",
        "Console",
        "NodeTuning",
        "Ingress",
    )
)
_CAPABILITIES: Final = Object(
    {
        "disabled": Array(
            _CAPABILITY,
            maximum=25,
            checks=(
                Rule(
                    "Ingress can only be disabled together with Console",
                    lambda names: "Ingress" not in names or "Console" in names,
                ),
            ),
            immutable="disabled is immutable",
        ),
        "enabled": Array(_CAPABILITY, maximum=25, immutable="enabled is immutable"),
    },
    checks=(
        Rule(
            "a capability cannot be enabled and disabled",
            lambda members: not set(members.get("enabled", ())) & set(members.get("disabled", ())),
        ),
    ),
    immutable="capabilities is immutable",
    default={},
)


def _published(service: str, *strategies: str) -> Rule[Members]:
    """On Azure the service is there with one of the strategies; the rest is no concern of it."""
    return Rule(
        f"platform Azure needs {service} published by {' or '.join(strategies)}",
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


def _is_ibm(spec: Members) -> bool:
    return spec["platform"]["type"] == "IBMCloud"


_PASSED_OVER: Final = (
    "additionalTrustBundle",
    "auditWebhook",
    "autoNode",
    "autoscaling",
    "channel",
    "clusterID",
    "configuration",
    "controlPlaneRelease",
    "controllerAvailabilityPolicy",
    "etcd",
    "fips",
    "imageContentSources",
    "infraID",
    "infrastructureAvailabilityPolicy",
    "issuerURL",
    "kubeAPIServerDNSName",
    "labels",
    "monitoring",
    "networking",
    "nodeSelector",
    "olmCatalogPlacement",
    "operatorConfiguration",
    "pausedUntil",
    "serviceAccountSigningKey",
    "sshKey",
    "tolerations",
    "updateService",
)
_PLATFORMS: Final = (
    "AWS",
    "Azure",
    "IBMCloud",
    "KubeVirt",
    "Agent",
    "PowerVS",
    "None",
    "OpenStack",
    "GCP",
)
_DNS: Final = Object(
    {
        "baseDomain": fixed(
            "baseDomain",
            fillable=True,
            maximum=253,
            checks=(Matches(rf"|{DOMAIN}|[a-zA-Z0-9-]+", "must be a domain name, or empty"),),
        ),
        **dict.fromkeys(("baseDomainPrefix", "privateZoneID", "publicZoneID"), Anything()),
    },
    required=("baseDomain",),
)
SPEC: Final = Object(
    {
        **dict.fromkeys(_PASSED_OVER, Anything()),
        "capabilities": _CAPABILITIES,
        "dns": _DNS,
        "platform": Object(
            {
                "type": fixed("type", maximum=100, choices=_PLATFORMS),
                "azure": AZURE,
                **dict.fromkeys(
                    ("agent", "aws", "gcp", "ibmcloud", "kubevirt", "openstack", "powervs"),
                    Anything(),
                ),
            },
            required=("type",),
        ),
        "pullSecret": SECRET_NAME,
        "release": Object(
            {
                "image": Text(
                    minimum=1,
                    maximum=253,
                    checks=(Matches(r"[0-9A-Za-z_]+\S+", "must be an image without white space"),),
                )
            },
            required=("image",),
        ),
        "secretEncryption": SECRET_ENCRYPTION,
        "services": _SERVICES,
    },
    required=("platform", "pullSecret", "release", "services"),
    checks=(
        Rule(
            "services must have at least four items (three on IBMCloud)",
            lambda spec: len(spec["services"]) >= (3 if _is_ibm(spec) else 4),
        ),
        Rule("platform Azure needs OAuthServer published by Route", _oauth_server),
        _published("Konnectivity", "Route"),
        _published("Ignition", "Route"),
    ),
    kept={"secretEncryption": "secretEncryption cannot be removed"},
    transitions=(
        Transition(
            "services is immutable",
            lambda old, new: _is_ibm(new) or old["services"] == new["services"],
        ),
    ),
)
HOSTED_CLUSTERS: Final = Resource(
    "hypershift.openshift.io/v1beta1",
    "HostedCluster",
    Object({"spec": SPEC, "status": Anything()}),
)
