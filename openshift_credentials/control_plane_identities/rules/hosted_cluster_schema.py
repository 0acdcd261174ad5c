"""The schema of a HostedCluster on Azure as data: identities, KMS, services and placement.

Source: openshift/hypershift ``api/hypershift/v1beta1/{azure,hostedcluster_types}.go`` and the
custom resource definition generated from them, at commit 3ee9615567ac. The parts of the spec that
no identity depends on (networking, etcd, configuration, other platforms) are passed over.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

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

MANAGED: Final = "ManagedIdentities"
WORKLOAD: Final = "WorkloadIdentities"

CONTROL_PLANE_REQUIRED: Final = (
    "cloudProvider",
    "controlPlaneOperator",
    "disk",
    "file",
    "ingress",
    "network",
    "nodePoolManagement",
)
WORKLOAD_REQUIRED: Final = (
    "cloudProvider",
    "disk",
    "file",
    "imageRegistry",
    "ingress",
    "network",
    "nodePoolManagement",
)
DATA_PLANE: Final = ("diskMSIClientID", "fileMSIClientID", "imageRegistryMSIClientID")

_UUID: Final = "[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
_DOMAIN: Final = r"(?:[a-zA-Z0-9-]+\.)+[a-zA-Z]{2,}"
_TEXT: Final = Text()
_TEXT_255: Final = Text(maximum=255)
_NAMED_255: Final = Text(minimum=1, maximum=255)


def _fixed(name: str, **limits: Any) -> Text:  # noqa: ANN401 - the fields of Text
    return Text(**limits, immutable=f"{name} is immutable")


def _only_with(member: str, name: str, value: str) -> Rule[Members]:
    return Rule(
        f"{member} must be there if {name} is {value}, and only then",
        lambda members: (members[name] == value) == (member in members),
    )


CLIENT_ID: Final = Text(
    minimum=36,
    maximum=36,
    pattern=_UUID,
    checks=(Matches(_UUID, "the client ID must be a UUID"),),
)
IDENTITY: Final = Object(
    {
        "clientID": CLIENT_ID,
        "credentialsSecretName": Text(minimum=1, maximum=127, pattern="[a-zA-Z0-9-]+"),
        "objectEncoding": Text(choices=("utf-8", "hex", "base64")),
    },
    required=("credentialsSecretName", "objectEncoding"),
)
_WORKLOAD_IDENTITY: Final = Object({"clientID": CLIENT_ID}, required=("clientID",))

_MANAGED_IDENTITIES: Final = Object(
    {
        "controlPlane": Object(
            {
                **dict.fromkeys((*CONTROL_PLANE_REQUIRED, "imageRegistry"), IDENTITY),
                "managedIdentitiesKeyVault": Object(
                    {"name": _TEXT_255, "tenantID": _TEXT_255}, required=("name", "tenantID")
                ),
            },
            required=(*CONTROL_PLANE_REQUIRED, "managedIdentitiesKeyVault"),
        ),
        "dataPlane": Object(dict.fromkeys(DATA_PLANE, _TEXT_255), required=DATA_PLANE),
    },
    required=("controlPlane", "dataPlane"),
)
AUTHENTICATION: Final = Object(
    {
        "azureAuthenticationConfigType": Text(choices=(MANAGED, WORKLOAD)),
        "managedIdentities": _MANAGED_IDENTITIES,
        "workloadIdentities": Object(
            dict.fromkeys((*WORKLOAD_REQUIRED, "controlPlaneOperator"), _WORKLOAD_IDENTITY),
            required=WORKLOAD_REQUIRED,
        ),
    },
    required=("azureAuthenticationConfigType",),
    checks=(
        _only_with("managedIdentities", "azureAuthenticationConfigType", MANAGED),
        _only_with("workloadIdentities", "azureAuthenticationConfigType", WORKLOAD),
    ),
)


def _part(index: int, pattern: str) -> Rule[str]:
    """The part between slashes has something in it that matches; that is all that is asked."""
    return Rule(
        f"part {index} between slashes must hold {pattern}",
        lambda text: re.search(pattern, text.split("/")[index], re.ASCII) is not None,
    )


def _part_ends(index: int, *ends: str) -> Rule[str]:
    return Rule(
        f"part {index} between slashes must not end with {' or '.join(ends)}",
        lambda text: not text.split("/")[index].endswith(ends),
    )


_SUBNET_ID: Final = _fixed(
    "subnetID",
    minimum=1,
    maximum=355,
    checks=(
        Matches(
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
    ),
)
_NAT_SUBNET_ID: Final = _fixed(
    "natSubnetID",
    minimum=1,
    maximum=355,
    checks=(
        Matches(
            r"/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\.Network"
            r"/virtualNetworks/[^/]+/subnets/[^/]+",
            "must be the resource ID of a subnet",
        ),
    ),
)
_PRIVATE: Final = Object(
    {
        "type": Text(choices=("PrivateLink", "Swift")),
        "privateLink": Object(
            {
                "additionalAllowedSubscriptions": Array(
                    Text(
                        minimum=36,
                        maximum=36,
                        checks=(Matches(_UUID, "must be a UUID"),),
                    ),
                    minimum=1,
                    maximum=50,
                    unique=True,
                ),
                "natSubnetID": _NAT_SUBNET_ID,
            },
            minimum=1,
        ),
        "swift": Object(
            {
                "podNetworkInstance": Text(
                    minimum=1,
                    maximum=63,
                    checks=(Matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?", "must be a DNS label"),),
                )
            },
            required=("podNetworkInstance",),
            immutable="podNetworkInstance is immutable",
        ),
    },
    required=("type",),
    checks=(
        _only_with("privateLink", "type", "PrivateLink"),
        _only_with("swift", "type", "Swift"),
    ),
    transitions=(Transition("type is immutable", lambda old, new: old["type"] == new["type"]),),
)
_PULL_IDENTITY_ID: Final = Text(
    minimum=131,
    maximum=345,
    checks=(
        Matches(
            r"(?ai)/subscriptions/[^/]+/resourcegroups/[^/]+/providers/microsoft\.managedidentity"
            r"/userassignedidentities/[^/]+",
            "must be the resource ID of a user-assigned managed identity",
        ),
    ),
)
_CONTAINER_REGISTRY: Final = Object(
    {
        "credentials": Object(
            {
                "type": Text(choices=("ManagedIdentity",)),
                "managedIdentity": Object(
                    {"resourceID": _PULL_IDENTITY_ID}, required=("resourceID",)
                ),
            },
            required=("type",),
            checks=(_only_with("managedIdentity", "type", "ManagedIdentity"),),
        )
    },
    required=("credentials",),
)


def _is_private(azure: Members) -> bool:
    return azure.get("topology") in ("Private", "PublicAndPrivate")


def _private_link_has_an_operator(azure: Members) -> bool:
    authentication = azure["azureAuthenticationConfig"]
    return (
        azure.get("private", {}).get("type") != "PrivateLink"
        or authentication["azureAuthenticationConfigType"] != WORKLOAD
        or "controlPlaneOperator" in authentication["workloadIdentities"]
    )


def _stays_public_or_not(old: Members, new: Members) -> bool:
    if "topology" not in old or "topology" not in new:
        return True
    return (old["topology"] == "Public") == (new["topology"] == "Public")


AZURE: Final = Object(
    {
        "azureAuthenticationConfig": AUTHENTICATION,
        "cloud": Text(
            choices=(
                "AzurePublicCloud",
                "AzureUSGovernmentCloud",
                "AzureChinaCloud",
                "AzureGermanCloud",
                "AzureBleuCloud",
                "AzureStackCloud",
            ),
            default="AzurePublicCloud",
        ),
        "containerRegistry": _CONTAINER_REGISTRY,
        "location": _fixed("location", maximum=255),
        "private": _PRIVATE,
        "resourceGroup": _fixed(
            "resourceGroup",
            maximum=90,
            pattern=r"[a-zA-Z0-9_()\-.]{1,89}[a-zA-Z0-9_()\-]",
            default="default",
        ),
        "securityGroupID": _fixed("securityGroupID", maximum=255),
        "subnetID": _SUBNET_ID,
        "subscriptionID": _fixed("subscriptionID", maximum=255),
        "tenantID": _TEXT_255,
        "topology": Text(choices=("Public", "PublicAndPrivate", "Private")),
        "vnetID": _fixed("vnetID", maximum=255),
    },
    required=(
        "azureAuthenticationConfig",
        "location",
        "resourceGroup",
        "securityGroupID",
        "subnetID",
        "subscriptionID",
        "tenantID",
        "vnetID",
    ),
    checks=(
        Rule(
            "private must be there if topology is Private or PublicAndPrivate, and only then",
            lambda azure: _is_private(azure) == ("private" in azure),
        ),
        Rule(
            "workloadIdentities.controlPlaneOperator must be there for Private Link",
            _private_link_has_an_operator,
        ),
    ),
    kept={"topology": "topology cannot be removed once set"},
    transitions=(
        Transition(
            "private cannot be added or removed",
            lambda old, new: ("private" in old) == ("private" in new),
        ),
        Transition("topology cannot become Public, or cease to be", _stays_public_or_not),
    ),
)

_KEY: Final = Object(
    dict.fromkeys(("keyName", "keyVaultName", "keyVersion"), _NAMED_255),
    required=("keyName", "keyVaultName", "keyVersion"),
)


def _kind(kms: Members) -> object:
    return kms.get("keyVaultType", "KeyVault")


AZURE_KMS: Final = Object(
    {
        "activeKey": _KEY,
        "backupKey": _KEY,
        "keyVaultAccess": Text(choices=("Public", "Private", "")),
        "keyVaultType": Text(choices=("KeyVault", "ManagedHSM")),
        "kms": IDENTITY,
        "workloadIdentity": _WORKLOAD_IDENTITY,
    },
    required=("activeKey",),
    checks=(
        Rule(
            "backupKey must be in the vault of activeKey",
            lambda kms: (
                "backupKey" not in kms
                or kms["backupKey"]["keyVaultName"] == kms["activeKey"]["keyVaultName"]
            ),
        ),
        Rule(
            "kms and workloadIdentity cannot both be there",
            lambda kms: not ("kms" in kms and "workloadIdentity" in kms),
        ),
        Rule(
            "kms or workloadIdentity must be there",
            lambda kms: "kms" in kms or "workloadIdentity" in kms,
        ),
    ),
    transitions=(
        Transition("keyVaultType is immutable", lambda old, new: _kind(old) == _kind(new)),
        Transition(
            "the way to log in to the vault is immutable",
            lambda old, new: ("kms" in old) == ("kms" in new),
        ),
    ),
)
_SECRET_NAME: Final = Object({"name": Text(default="")})
SECRET_ENCRYPTION: Final = Object(
    {
        "type": Text(choices=("kms", "aescbc")),
        "kms": Object(
            {
                "provider": Text(choices=("IBMCloud", "AWS", "Azure")),
                "azure": AZURE_KMS,
                "aws": Anything(),
                "ibmcloud": Anything(),
            },
            required=("provider",),
        ),
        "aescbc": Object(
            {"activeKey": _SECRET_NAME, "backupKey": _SECRET_NAME}, required=("activeKey",)
        ),
    },
    required=("type",),
)

_HOST: Final = Object(
    {"hostname": Text(minimum=1, maximum=253, checks=(Matches(_DOMAIN, "must be a domain name"),))}
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
        _only_with("nodePort", "type", "NodePort"),
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
        "baseDomain": _fixed(
            "baseDomain",
            fillable=True,
            maximum=253,
            checks=(Matches(rf"|{_DOMAIN}|[a-zA-Z0-9-]+", "must be a domain name, or empty"),),
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
                "type": _fixed("type", maximum=100, choices=_PLATFORMS),
                "azure": AZURE,
                **dict.fromkeys(
                    ("agent", "aws", "gcp", "ibmcloud", "kubevirt", "openstack", "powervs"),
                    Anything(),
                ),
            },
            required=("type",),
        ),
        "pullSecret": _SECRET_NAME,
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
