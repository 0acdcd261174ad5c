"""The schema of ``spec.platform.azure`` of a HostedCluster.

Source: openshift/hypershift ``api/hypershift/v1beta1/azure.go`` at commit 3ee9615567ac, and the
custom resource definition generated from it.
"""

import re
from typing import Final

from openshift_credentials.platforms.kubernetes.admission.nodes import (
    Array,
    Matches,
    Members,
    Object,
    Rule,
    Text,
    Transition,
)
from openshift_credentials.systems.control_plane_identities.rules.identity_schema import (
    AUTHENTICATION,
    TEXT_255,
    UUID,
    WORKLOAD,
    fixed,
    only_with,
)


def _part(index: int, pattern: str) -> Rule[str]:
    """A part between slashes contains a match; the API requires no more."""
    return Rule(
        f"part {index} between slashes must contain {pattern}",
        lambda text: re.search(pattern, text.split("/")[index], re.ASCII) is not None,
    )


def _part_ends(index: int, *ends: str) -> Rule[str]:
    return Rule(
        f"part {index} between slashes must not end with {' or '.join(ends)}",
        lambda text: not text.split("/")[index].endswith(ends),
    )


_SUBNET_ID: Final = fixed(
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
_NAT_SUBNET_ID: Final = fixed(
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
                        checks=(Matches(UUID, "must be a UUID"),),
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
        only_with("privateLink", "type", "PrivateLink"),
        only_with("swift", "type", "Swift"),
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
            checks=(only_with("managedIdentity", "type", "ManagedIdentity"),),
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
        "location": fixed("location", maximum=255),
        "private": _PRIVATE,
        "resourceGroup": fixed(
            "resourceGroup",
            maximum=90,
            pattern=r"[a-zA-Z0-9_()\-.]{1,89}[a-zA-Z0-9_()\-]",
            default="default",
        ),
        "securityGroupID": fixed("securityGroupID", maximum=255),
        "subnetID": _SUBNET_ID,
        "subscriptionID": fixed("subscriptionID", maximum=255),
        "tenantID": TEXT_255,
        "topology": Text(choices=("Public", "PublicAndPrivate", "Private")),
        "vnetID": fixed("vnetID", maximum=255),
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
            "private is required if topology is Private or PublicAndPrivate, and forbidden "
            "otherwise",
            lambda azure: _is_private(azure) == ("private" in azure),
        ),
        Rule(
            "workloadIdentities.controlPlaneOperator is required for Private Link",
            _private_link_has_an_operator,
        ),
    ),
    kept={"topology": "topology cannot be removed once set"},
    transitions=(
        Transition(
            "private cannot be added or removed",
            lambda old, new: ("private" in old) == ("private" in new),
        ),
        Transition("topology cannot be changed to or from Public", _stays_public_or_not),
    ),
)
