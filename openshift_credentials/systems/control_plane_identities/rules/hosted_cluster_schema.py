"""The schema of a HostedCluster on Azure as data: capabilities, DNS, and the spec as a whole.

Source: openshift/hypershift ``api/hypershift/v1beta1/{azure,hostedcluster_types}.go`` and the
custom resource definition generated from them, at commit 3ee9615567ac. Parts of the spec that no
identity depends on (networking, etcd, configuration, other platforms) are not covered.
"""

from typing import Final

from openshift_credentials.platforms.kubernetes.admission.admission import Resource
from openshift_credentials.platforms.kubernetes.admission.nodes import (
    Anything,
    Array,
    Matches,
    Members,
    Object,
    Rule,
    Text,
    Transition,
)
from openshift_credentials.systems.control_plane_identities.rules.identity_schema import (
    DOMAIN,
    SECRET_ENCRYPTION,
    SECRET_NAME,
    fixed,
)
from openshift_credentials.systems.control_plane_identities.rules.platform_schema import AZURE
from openshift_credentials.systems.control_plane_identities.rules.services_schema import (
    PUBLISHED_ON_AZURE,
    SERVICES,
)

CAPABILITIES: Final = (
    "ImageRegistry",
    "openshift-samples",
    "Insights",
    "baremetal",
    "Console",
    "NodeTuning",
    "Ingress",
)
_CAPABILITY: Final = Text(choices=CAPABILITIES)
_CAPABILITY_CHOICE: Final = Object(
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
        "capabilities": _CAPABILITY_CHOICE,
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
        "services": SERVICES,
    },
    required=("platform", "pullSecret", "release", "services"),
    checks=(
        Rule(
            "services must have at least four items (three on IBMCloud)",
            lambda spec: len(spec["services"]) >= (3 if _is_ibm(spec) else 4),
        ),
        *PUBLISHED_ON_AZURE,
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
