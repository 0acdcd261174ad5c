"""Rules and advice about the stanza of a hosted cluster."""

import itertools
from collections import Counter
from typing import Any, Final

import pytest

from openshift_credentials.platforms.kubernetes.schema import ValidationRule
from openshift_credentials.systems.control_plane_identities.rules import hosted_cluster
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import (
    SCHEMAS,
    advice,
    change_advice,
    judge_hosted_cluster,
)
from tests.kit.tables import rows_beside
from tests.systems.control_plane_identities.samples import applied, sample

# What is told about a HostedCluster that the API server accepts.

VAULT = "spec.platform.azure.azureAuthenticationConfig.managedIdentities.controlPlane.managedIdentitiesKeyVault.name"


@rows_beside("name, warned, unmounted")
def test_a_name_that_no_vault_has_is_reported_with_what_follows(name: str, warned: bool, unmounted: bool) -> None:
    base = sample("hosted_cluster_api")["bases"]["managed"]
    verdict = judge_hosted_cluster(applied(base, {VAULT: name}))
    said = [notice.why for notice in verdict.warnings if notice.code == "VAULT_NAME"]
    assert verdict.accepted
    assert bool(said) is warned
    assert any("no volume of its pods is mounted" in why for why in said) is unmounted


@rows_beside("encryption, codes")
def test_each_part_of_encryption_that_is_missing_or_wrong_is_reported(
    encryption: dict[str, object], codes: list[str]
) -> None:
    spec = sample("hosted_cluster_api")["bases"]["managed"]["spec"]
    without = Counter(notice.code for notice in advice({**spec, "secretEncryption": {}}))
    told = Counter(notice.code for notice in advice({**spec, "secretEncryption": encryption}))
    assert list((told - without).elements()) == codes


CONTROL_PLANE = "spec.platform.azure.azureAuthenticationConfig.managedIdentities.controlPlane"
KMS = "spec.secretEncryption.kms.azure.kms"


@rows_beside("changes, code")
def test_each_value_that_the_api_server_overlooks_is_told(changes: dict[str, object], code: str) -> None:
    base = sample("hosted_cluster_api")["bases"]["managed"]
    before = Counter(notice.code for notice in advice(base["spec"]))
    after = Counter(notice.code for notice in advice(applied(base, changes)["spec"]))
    assert code in after - before


def test_a_registry_that_is_disabled_needs_no_identity() -> None:
    base = sample("hosted_cluster_api")["bases"]["managed"]
    disabled = {"spec.capabilities": {"disabled": ["ImageRegistry"]}}
    without = applied(base, {f"{CONTROL_PLANE}.imageRegistry": "<remove>", **disabled})
    assert list(advice(without["spec"])) == list(advice(base["spec"]))


def test_a_tenant_is_the_same_in_any_case() -> None:
    tenant = "aaaaaaaa-1111-4111-8111-000000000051"
    base = sample("hosted_cluster_api")["bases"]["managed"]
    vault = f"{CONTROL_PLANE}.managedIdentitiesKeyVault.tenantID"
    same = applied(base, {vault: tenant.upper(), "spec.platform.azure.tenantID": tenant})
    other = applied(base, {vault: tenant.replace("a", "b"), "spec.platform.azure.tenantID": tenant})
    told = [{notice.code for notice in advice(each["spec"])} for each in (same, other)]
    assert ["OTHER_TENANT" in codes for codes in told] == [False, True]


@rows_beside("before, after, changed")
def test_another_kind_of_identities_is_told(before: str, after: str, changed: bool) -> None:
    def manifest(kind: str) -> dict[str, object]:
        config = {"azureAuthenticationConfigType": kind} if kind else {}
        return {"spec": {"platform": {"azure": {"azureAuthenticationConfig": config}}}}

    codes = [notice.code for notice in change_advice(manifest(before), manifest(after))]
    assert codes == (["AUTHENTICATION_CHANGED"] if changed else [])


def broken(part: str, value: dict[str, Any]) -> list[str]:
    """The rules of a part of the schema that a value breaks."""
    rules = (rule for rule in SCHEMAS[part].rules if isinstance(rule, ValidationRule))
    return [rule.message for rule in rules if not rule.holds(value)]


SERVICES = ("APIServer", "OAuthServer", "Konnectivity", "Ignition")


@pytest.mark.parametrize("platform", ["Azure", "None"])
@pytest.mark.parametrize("base", ["managed", "workload"])
def test_only_azure_needs_its_services_published_by_route(base: str, platform: str) -> None:
    whole = sample("hosted_cluster_api")["bases"][base]
    for service, kind in itertools.product(SERVICES[1:], ("Route", "LoadBalancer", "NodePort")):
        kinds = {**dict.fromkeys(SERVICES, "Route"), service: kind}
        services = [
            {"service": name, "servicePublishingStrategy": {"type": published}} for name, published in kinds.items()
        ]
        spec = applied(whole, {"spec.platform.type": platform, "spec.services": services})["spec"]
        refused = [message for message in broken("Spec", spec) if message.startswith("platform Azure")]
        by_balancer = (service, base, kind) == ("OAuthServer", "workload", "LoadBalancer")
        wrong = platform == "Azure" and kind != "Route" and not by_balancer
        told = [f"platform Azure requires {service} to be published by Route"]
        assert refused == (told if wrong else []), (service, kind)


@rows_beside("old, new, allowed")
def test_a_topology_stays_public_or_not(old: str | None, new: str | None, allowed: bool) -> None:
    members = [{} if topology is None else {"topology": topology} for topology in (old, new)]
    assert hosted_cluster._stays_public_or_not(*members) is allowed


@rows_beside("strategy, refused")
def test_a_strategy_is_configured_by_its_own_member_alone(strategy: dict[str, object], refused: int) -> None:
    assert len(broken("PublishingStrategy", strategy)) == refused
    rest = "and no other configuration, and"
    assert sorted({rule.message for rule in SCHEMAS["PublishingStrategy"].rules}) == [
        "nodePort is required when type is NodePort, and forbidden otherwise",
        f"type LoadBalancer requires loadBalancer {rest} loadBalancer requires type LoadBalancer",
        "type None allows no further configuration",
        f"type Route requires route {rest} route requires type Route",
        "type S3 allows no further configuration",
    ]


# Rules between members of a HostedCluster on Azure: just kept, and just broken.
#
# Source: the CEL rules in openshift/hypershift ``api/hypershift/v1beta1/azure.go`` and
# ``hostedcluster_types.go``.

AZURE: Final = "spec.platform.azure"
KMS_STANZA: Final = "spec.secretEncryption.kms.azure"
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
    return {f"{KMS_STANZA}.{name}": value for name, value in members.items()}


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
        (kms(workloadIdentity=REMOVED), [KMS_STANZA]),
        (kms(kms={"clientID": IDENTITIES["disk"]["clientID"], "objectEncoding": "utf-8",
                  "credentialsSecretName": "kms"}), [KMS_STANZA]),
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


ROUTED: Final = "spec.services"


@pytest.mark.parametrize(
    ("before", "after", "refused"),
    [
        (kms(), kms(keyVaultType="KeyVault"), []),
        (kms(), kms(keyVaultType="ManagedHSM"), [KMS_STANZA]),
        (kms(keyVaultType="KeyVault"), kms(), []),
        (kms(keyVaultType="ManagedHSM"), kms(), [KMS_STANZA]),
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
        ({}, {f"{ROUTED}.1.servicePublishingStrategy": {"type": "Route"}}, ["spec"]),
    ],
)  # fmt: skip
def test_each_rule_about_changes_has_two_sides(
    before: dict[str, object], after: dict[str, object], refused: list[str]
) -> None:
    base = sample("hosted_cluster_api")["bases"]["workload"]
    verdict = judge_hosted_cluster(applied(base, after), applied(base, before))
    assert [error.path for error in verdict.errors] == refused
