"""Stages of a control plane's identities, as ``verify`` and ``diagnose`` see a cluster."""

import copy
import json
from functools import cache
from typing import Any

import pytest

from openshift_credentials.live.cause import diagnose_items
from openshift_credentials.live.check import Purpose, State
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.control_plane_identities import live
from openshift_credentials.systems.control_plane_identities.live import OPERATION
from openshift_credentials.systems.control_plane_identities.plan import authentication, chains
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import specification
from openshift_credentials.systems.control_plane_identities.settings import ControlPlaneIdentitiesSettings
from tests.systems.control_plane_identities.samples import COMPONENTS, config, guid, sample, tree
from tests.systems.control_plane_identities.test_stages import workload

Cluster = dict[str, list[dict[str, Any]]]


def settings(branch: object) -> ControlPlaneIdentitiesSettings:
    keys = ("openshift-credentials:controlPlaneIdentities",)
    found = settings_in(load_settings(config(branch), keys), ControlPlaneIdentitiesSettings)
    assert found
    return found


@cache
def given() -> ControlPlaneIdentitiesSettings:
    """Made in a test and not while tests are collected: to check eight keys takes a while."""
    return settings(tree())


def named(name: str, **members: object) -> dict[str, Any]:
    return {"metadata": {"name": name}, **members}


def healthy() -> Cluster:
    """What a management cluster has once the identities work."""
    hosted_cluster = copy.deepcopy(sample("hosted_cluster_api")["bases"]["managed"])
    azure = hosted_cluster["spec"]["platform"]["azure"]
    client_ids = dict.fromkeys(Component, guid(50))
    azure["azureAuthenticationConfig"] = authentication(given(), client_ids)
    azure["tenantID"] = given().tenant_id
    all_chains = chains(given())
    access = live.access_of(given())
    variables = {"MANAGED_SERVICE": "ARO-HCP", "ARO_HCP_KEY_VAULT_USER_CLIENT_ID": guid(100)}
    environment = [{"name": name, "value": value} for name, value in variables.items()]
    template = {"spec": {"containers": [{"name": "operator", "env": environment}]}}
    return {
        live.DRIVER: [named("secrets-store.csi.k8s.io")],
        live.OPERATOR: [named("operator", spec={"template": template})],
        live.HOSTED_CLUSTER: [hosted_cluster],
        live.CLASSES: [
            named(each.secret_provider_class, spec=specification(*access, each.secret, each.object_encoding))
            for each in all_chains
        ],
        live.WORKLOADS: [
            named(name, **workload([each for each in all_chains if each.consumer == name]))
            for name in {each.consumer for each in all_chains}
        ],
        live.PODS: [],
        live.EVENTS: [],
    }


def codes(cluster: Cluster, **obstacles: Obstacle) -> dict[str, State]:
    hidden = {name.replace("_", " "): each for name, each in obstacles.items()}
    answers = {name: items for name, items in cluster.items() if name not in hidden}
    checks = OPERATION.verify(given(), Observed(answers, hidden))
    return {each.code: each.state for each in checks if each.state is not State.PASSED}


def test_identities_that_work_pass_stage_by_stage() -> None:
    checks = list(OPERATION.verify(given(), Observed(healthy())))
    assert {each.state for each in checks} == {State.PASSED}, checks
    assert {each.code for each in checks} == {
        "identity-csi-driver",
        "identity-install-flags",
        "identity-hosted-cluster",
        "identity-secret-provider-class",
        "identity-mount",
        "identity-pod",
    }


def test_another_stanza_than_that_of_the_stack_is_reported_by_its_field() -> None:
    cluster = healthy()
    azure = cluster[live.HOSTED_CLUSTER][0]["spec"]["platform"]["azure"]
    control_plane = azure["azureAuthenticationConfig"]["managedIdentities"]["controlPlane"]
    control_plane["ingress"]["credentialsSecretName"] = "another"
    control_plane["disk"]["clientID"] = guid(99)
    control_plane["file"]["clientID"] = ""
    control_plane["network"]["objectEncoding"] = "hex"
    del control_plane["imageRegistry"]
    found = [
        each.detail
        for each in OPERATION.verify(given(), Observed(cluster))
        if each.code == "identity-hosted-cluster" and each.state is State.FAILED
    ]
    assert any("ingress has credentialsSecretName another, not" in each for each in found)
    assert any(f"disk has clientID {guid(99)}, not" in each for each in found)
    assert any("network has objectEncoding hex, not utf-8" in each for each in found)
    assert not any("controlPlane.file has" in each for each in found)
    assert any("imageRegistry is missing" in each for each in found)
    azure.clear()
    failed = [each for each in OPERATION.verify(given(), Observed(cluster)) if each.way_out]
    assert any("no azureAuthenticationConfig" in each.detail for each in failed)


def test_a_class_a_mount_and_an_error_of_a_pod_are_failures_of_their_stages() -> None:
    cluster = healthy()
    cluster[live.CLASSES] = cluster[live.CLASSES][1:]
    for each in cluster[live.WORKLOADS]:
        if each["metadata"]["name"] == "ingress-operator":
            each["spec"]["template"]["spec"]["volumes"] = []
    cluster[live.PODS] = [
        named(
            "cloud-network-config-controller-6d5f-x2x4k",
            status={
                "containerStatuses": [
                    {
                        "name": "controller",
                        "state": {"waiting": {"reason": "CrashLoopBackOff"}},
                        "lastState": {"terminated": {"exitCode": 1, "message": "AADSTS700027: expired"}},
                    }
                ]
            },
        )
    ]
    assert codes(cluster) == {
        "identity-secret-provider-class": State.FAILED,
        "identity-mount": State.FAILED,
        "identity-login": State.FAILED,
    }


def test_flags_of_the_installation_and_a_missing_driver_stop_before_an_update() -> None:
    cluster = healthy()
    container = cluster[live.OPERATOR][0]["spec"]["template"]["spec"]["containers"][0]
    container["env"][1]["value"] = guid(100, 2)
    hidden = {live.DRIVER: Obstacle.ABSENT}
    answers = {name: each for name, each in cluster.items() if name != live.DRIVER}
    checks = list(OPERATION.preflight(given(), Observed(answers, hidden)))
    assert {each.code: each.state for each in checks} == {
        "identity-csi-driver": State.FAILED,
        "identity-install-flags": State.FAILED,
    }
    assert any("--aro-hcp-key-vault-users-client-id" in each.way_out for each in checks)


def test_what_cannot_be_read_hides_nothing_else() -> None:
    cluster = healthy()
    cluster[live.CLASSES] = []
    found = codes(cluster, workloads_of_the_control_plane=Obstacle.FORBIDDEN)
    assert found == {"not-permitted": State.UNKNOWN, "identity-secret-provider-class": State.FAILED}
    assert codes(healthy(), hosted_cluster=Obstacle.ABSENT) == {"identity-no-hosted-cluster": State.UNKNOWN}


def test_events_and_containers_are_diagnosed_consumer_by_consumer() -> None:
    cluster = healthy()

    def event(name: str, message: str) -> dict[str, Any]:
        return {"type": "Warning", "reason": "FailedMount", "message": message, "involvedObject": {"name": name}}

    cluster[live.EVENTS] = [
        *[event("ingress-operator-5c9-abcde", "MountVolume.SetUp failed: SecretNotFound: x")] * 2,
        event("ingress-operator-5c9-abcde", "Readiness probe failed"),
        event("capi-provider-77f-qwert", "MountVolume.SetUp failed: Code: ForbiddenByRbac"),
        event("etcd-0", "Readiness probe failed"),
    ]
    evidence = list(OPERATION.evidence(given(), Observed(cluster)))
    assert [item.text.rpartition(": ")[2] for item in evidence] == ["ForbiddenByRbac", "x"]
    found = {
        item.about: [each.cause.code for each in item.causes] for item in diagnose_items(evidence, OPERATION.causes)
    }
    assert found == {
        "clusters-demo/ingress-operator": ["identity-secret-missing"],
        "clusters-demo/capi-provider": ["identity-vault-forbidden"],
    }


@pytest.mark.parametrize("purpose", Purpose)
def test_no_secret_is_read_and_a_self_managed_cluster_has_its_hosted_cluster_alone(purpose: Purpose) -> None:
    assert not any(
        "v1/secrets" in each.path or each.path.endswith("/secrets") for each in OPERATION.reads(given(), purpose)
    )
    absent = dict.fromkeys(("vault", "keyVaultUser", "identities"))
    own = settings(tree(type="WorkloadIdentities", **absent))
    assert [each.name for each in OPERATION.reads(own, purpose)] == [live.HOSTED_CLUSTER]


def test_no_check_shows_anything_of_a_document() -> None:
    shown = json.dumps([str(each) for each in OPERATION.verify(given(), Observed(healthy()))])
    for name in COMPONENTS:
        document = json.loads(tree()["identities"][name]["document"])
        assert document["client_secret"][:40] not in shown
