"""Rules between members of a HostedCluster on Azure: just kept, and just broken.

Source: the CEL rules in openshift/hypershift ``api/hypershift/v1beta1/azure.go`` and
``hostedcluster_types.go``.
"""

from typing import Any, Final

import pytest

from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import judge_hosted_cluster
from tests.systems.control_plane_identities.samples import applied, sample

AZURE: Final = "spec.platform.azure"
KMS: Final = "spec.secretEncryption.kms.azure"
CAPABILITIES: Final = "spec.capabilities"
REMOVED: Final = "<remove>"
OPERATOR: Final = {"controlPlaneOperator": {"clientID": "00000038-1111-4111-8111-000000000038"}}
IDENTITIES: Final[dict[str, Any]] = sample("hosted_cluster_api")["bases"]["workload"]["spec"]["platform"]["azure"][
    "azureAuthenticationConfig"
]["workloadIdentities"]
WITH_OPERATOR: Final = {f"{AZURE}.azureAuthenticationConfig.workloadIdentities": {**IDENTITIES, **OPERATOR}}
SUBNET: Final = "/subscriptions/s/resourceGroups/{}/providers/Microsoft.Network/virtualNetworks/{}/subnets/{}"
LINK: Final = {"type": "PrivateLink", "privateLink": {"natSubnetID": SUBNET.format("g", "vnet", "nat")}}


def private(topology: str, how: object, **more: object) -> dict[str, object]:
    return {f"{AZURE}.topology": topology, f"{AZURE}.private": how, **more}


def subnet(group: str = "g", network: str = "ab", name: str = "s") -> dict[str, object]:
    return {f"{AZURE}.subnetID": SUBNET.format(group, network, name)}


def kms(**members: object) -> dict[str, object]:
    return {f"{KMS}.{name}": value for name, value in members.items()}


def capabilities(**names: list[str]) -> dict[str, object]:
    return {CAPABILITIES: names}


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        (private("Public", REMOVED), []),
        (private("Public", LINK, **WITH_OPERATOR), [AZURE]),
        (private("PublicAndPrivate", LINK, **WITH_OPERATOR), []),
        (private("PublicAndPrivate", REMOVED), [AZURE]),
        (private("Private", REMOVED), [AZURE]),
        (private("Private", LINK), [AZURE]),
        (private("Private", LINK, **WITH_OPERATOR), []),
        (subnet("g" * 90, "n" * 64, "s" * 80), []),
        (subnet("g."), [f"{AZURE}.subnetID"]),
        (subnet("(g-_.)"), []),
        (subnet("+"), [f"{AZURE}.subnetID"]),
        (subnet(network="a"), [f"{AZURE}.subnetID"]),
        (subnet(network="ab."), [f"{AZURE}.subnetID"]),
        (subnet(network="ab-"), [f"{AZURE}.subnetID"]),
        (subnet(network="ab_"), []),
        (subnet(name="-"), [f"{AZURE}.subnetID"] * 2),
        (subnet(name="s."), [f"{AZURE}.subnetID"]),
        (subnet(name="s-"), [f"{AZURE}.subnetID"]),
        (subnet(name="s/t"), [f"{AZURE}.subnetID"]),
        (kms(workloadIdentity=REMOVED), [KMS]),
        (kms(kms={"clientID": IDENTITIES["disk"]["clientID"], "objectEncoding": "utf-8",
                  "credentialsSecretName": "kms"}), [KMS]),
        (capabilities(enabled=["baremetal"], disabled=["ImageRegistry"]), []),
        (capabilities(enabled=["ImageRegistry"], disabled=["ImageRegistry"]), [CAPABILITIES]),
        (capabilities(disabled=["Ingress"]), [f"{CAPABILITIES}.disabled"]),
        (capabilities(disabled=["Ingress", "Console"]), []),
        (capabilities(disabled=["Console"]), []),
    ],
)  # fmt: skip
def test_each_rule_between_members_has_two_sides(changes: dict[str, object], refused: list[str]) -> None:
    verdict = judge_hosted_cluster(applied(sample("hosted_cluster_api")["bases"]["workload"], changes))
    assert [error.path for error in verdict.errors] == refused


SERVICES: Final = "spec.services"


@pytest.mark.parametrize(
    ("before", "after", "refused"),
    [
        (kms(), kms(keyVaultType="KeyVault"), []),
        (kms(), kms(keyVaultType="ManagedHSM"), [KMS]),
        (kms(keyVaultType="KeyVault"), kms(), []),
        (kms(keyVaultType="ManagedHSM"), kms(), [KMS]),
        ({}, {"spec.secretEncryption": REMOVED}, ["spec"]),
        (capabilities(disabled=["Console"]), {}, [CAPABILITIES]),
        (capabilities(disabled=["Console"]), capabilities(disabled=["Console", "Ingress"]),
         [CAPABILITIES, f"{CAPABILITIES}.disabled"]),
        (private("Private", LINK, **WITH_OPERATOR),
         private("PublicAndPrivate", LINK, **WITH_OPERATOR), []),
        (private("Private", LINK, **WITH_OPERATOR), WITH_OPERATOR, [AZURE] * 2),
        ({}, private("Private", LINK, **WITH_OPERATOR), [AZURE]),
        (private("Public", REMOVED), {}, [AZURE]),
        ({}, private("Public", REMOVED), []),
        (subnet(), subnet(name="t"), [f"{AZURE}.subnetID"]),
        ({}, {f"{SERVICES}.1.servicePublishingStrategy": {"type": "Route"}}, ["spec"]),
    ],
)  # fmt: skip
def test_each_rule_about_changes_has_two_sides(
    before: dict[str, object], after: dict[str, object], refused: list[str]
) -> None:
    base = sample("hosted_cluster_api")["bases"]["workload"]
    verdict = judge_hosted_cluster(applied(base, after), applied(base, before))
    assert [error.path for error in verdict.errors] == refused
