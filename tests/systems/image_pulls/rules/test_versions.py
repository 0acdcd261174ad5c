"""Versions of a kubelet, and the audiences that it accepts."""

import re
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest

from openshift_credentials.systems.image_pulls.rules.audience import TokenDecision, TokenWanted, may_request_token
from openshift_credentials.systems.image_pulls.rules.kubelets import KubeletVersion
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    UnreadableConfigError,
    read_directory,
    read_file,
)

# Each kubelet and API server follows the rules of its version.


def config(version: str) -> bytes:
    return (
        f"apiVersion: kubelet.config.k8s.io/{version}\nkind: CredentialProviderConfig\nproviders:\n- name: p\n  "
        "matchImages: [registry.example.com]\n  defaultCacheDuration: 1m\n  apiVersion: "
        "credentialprovider.kubelet.k8s.io/v1\n"
    ).encode()


@pytest.mark.parametrize(("version", "since"), [("v1alpha1", 20), ("v1beta1", 24), ("v1", 26)])
def test_a_version_of_the_api_is_refused_before_it_exists(version: str, since: int) -> None:
    assert read_file(config(version), KubeletVersion(since)).providers
    with pytest.raises(UnreadableConfigError, match=rf"exists since Kubernetes 1\.{since}; .* 1\."):
        read_file(config(version), KubeletVersion(since - 1))


def test_a_directory_is_refused_before_kubernetes_1_34() -> None:
    files = {"a.yaml": config("v1")}
    assert read_directory(files, KubeletVersion(34)).providers
    with pytest.raises(UnreadableConfigError, match=r"since Kubernetes 1\.34 \(OpenShift 4\.21\)"):
        read_directory(files, KubeletVersion(33))


@pytest.mark.parametrize(("minor", "allowed"), [(32, True), (33, False)])
def test_audiences_are_restricted_since_kubernetes_1_33(minor: int, *, allowed: bool) -> None:
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p", "namespace": "ns"},
        "spec": {"nodeName": "n", "serviceAccountName": "sa"},
    }
    wanted = TokenWanted(
        user="system:node:n", namespace="ns", service_account="sa", bound_pod="p", audiences=("sts.amazonaws.com",)
    )
    assert may_request_token(wanted, [pod], KubeletVersion(minor)).allowed is allowed


@pytest.mark.parametrize(("version", "minor"), [("4.21", 34), ("4.20.3", 33), ("4.x", None), ("5.0", None)])
def test_a_version_of_openshift_has_its_kubelet(version: str, minor: int | None) -> None:
    if minor is None:
        with pytest.raises(ValueError, match=r"^must be 4\.N or 4\.N\.Z$"):
            KubeletVersion.of_openshift(version)
    else:
        assert KubeletVersion.of_openshift(version) == KubeletVersion(minor)


@pytest.mark.parametrize(("version", "minor"), [("1.34", 34), ("v1.35.2", 35), ("1", None), ("2.34", None), ("", None)])
def test_a_version_of_kubernetes_is_read_by_its_minor(version: str, minor: int | None) -> None:
    if minor is None:
        message = "must be a version of Kubernetes such as 1.34"
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            KubeletVersion.parse(version)
    else:
        assert KubeletVersion.parse(version) == KubeletVersion(minor)


@pytest.mark.parametrize(
    ("name", "since"),
    [("has_cache_type", 34), ("refuses_colons_in_hosts", 36), ("reads_directories", 34), ("restricts_audiences", 33)],
)
def test_a_kubelet_has_a_rule_since_one_version(name: str, since: int) -> None:
    found = [getattr(KubeletVersion(minor), name) for minor in range(30, 40)]
    assert found == [minor >= since for minor in range(30, 40)]


def test_the_gate_of_tokens_is_absent_then_off_then_on() -> None:
    found = [KubeletVersion(minor).token_gate.value for minor in (32, 33, 34)]
    assert found == ["absent", "off", "on"]


# Which tokens the API server issues to the node of a pod, word for word where it refuses.

AUDIENCE = "registry"


def thing(kind: str, name: str, spec: dict[str, Any], namespace: str = "") -> dict[str, Any]:
    place = {"name": name, **({"namespace": namespace} if namespace else {})}
    return {"kind": kind, "metadata": place, "spec": spec}


def pod(volume: dict[str, Any]) -> dict[str, Any]:
    spec = {"nodeName": "a", "serviceAccountName": "web", "volumes": [volume]}
    return thing("Pod", "web-0", spec, "shop")


def claimed(name: str, namespace: str = "shop") -> list[dict[str, Any]]:
    """A claim whose volume belongs to a driver that asks for a token."""
    return [
        thing("PersistentVolumeClaim", name, {"volumeName": "v"}, namespace),
        thing("PersistentVolume", "v", {"csi": {"driver": "d"}}),
        thing("CSIDriver", "d", {"tokenRequests": [{"audience": AUDIENCE}]}),
    ]


WANTED = TokenWanted(
    user="system:node:a", namespace="shop", service_account="web", bound_pod="web-0", audiences=(AUDIENCE,)
)


def decided(*manifests: dict[str, Any], wanted: TokenWanted = WANTED, minor: int = 33) -> TokenDecision:
    return may_request_token(wanted, manifests, KubeletVersion(minor))


NOT_ALLOWED = (
    "audience 'b' is not in a volume of the pod, and system:node:a is not allowed to "
    "request-serviceaccounts-token-audience 'b' for ServiceAccount web in namespace shop"
)
PROJECTED: dict[str, Any] = {
    "projected": {"sources": [{"secret": {}}, {"serviceAccountToken": {"audience": AUDIENCE}}]}
}
EPHEMERAL: dict[str, Any] = {"name": "data", "ephemeral": {}}


@pytest.mark.parametrize(
    ("volume", "others", "allowed"),
    [
        (PROJECTED, [], True),
        ({"projected": {"sources": [{"secret": {"audience": AUDIENCE}}]}}, [], False),
        ({"csi": {"driver": "d"}}, claimed("x"), True),
        ({"csi": {"driver": "other"}}, claimed("x"), False),
        ({"persistentVolumeClaim": {"claimName": "data"}}, claimed("data"), True),
        ({"persistentVolumeClaim": {"claimName": "data"}}, claimed("data", "other"), False),
        ({"persistentVolumeClaim": {"claimName": "data"}}, claimed("data")[:1], False),
        (EPHEMERAL, claimed("web-0-data"), True),
        (EPHEMERAL, claimed("data"), False),
        ({"name": "data"}, claimed("web-0-data"), False),
    ],
)
def test_the_volumes_of_a_pod_name_the_audiences_of_its_node(
    volume: dict[str, Any], others: list[dict[str, Any]], allowed: bool
) -> None:
    assert decided(pod(volume), *others).allowed is allowed
    assert decided(pod(volume), *others, minor=32).allowed


@pytest.mark.parametrize(
    ("changes", "http", "why"),
    [
        ({"bound_pod": None}, 403, "a node's token must be bound to a pod"),
        ({"bound_pod": "web-1"}, 404, "pod web-1 does not exist"),
        ({"user": "system:node:b"}, 403, "system:node:b does not run a pod of the ServiceAccount"),
        ({"user": "system:node:"}, 403, "system:node: does not run a pod of the ServiceAccount"),
        ({"namespace": "x"}, 403, "system:node:a does not run a pod of the ServiceAccount"),
        ({"service_account": "x"}, 403, "system:node:a does not run a pod of the ServiceAccount"),
        ({"audiences": (AUDIENCE, "b")}, 403, "a node can request only one audience"),
        ({"audiences": ("b",)}, 403, NOT_ALLOWED),
        ({}, 201, ""),
    ],
)
def test_a_refusal_names_its_reason(changes: dict[str, Any], http: int, why: str) -> None:
    assert decided(pod(PROJECTED), wanted=replace(WANTED, **changes)) == TokenDecision(HTTPStatus(http), why)


def test_who_is_no_node_gets_a_token_for_a_pod_that_exists_and_runs_with_the_account() -> None:
    rule = {"apiGroups": [""], "resources": ["serviceaccounts/token"], "verbs": ["create"]}
    role = {"kind": "ClusterRole", "metadata": {"name": "issuer"}, "rules": [rule]}
    binding = {
        "kind": "ClusterRoleBinding",
        "metadata": {"name": "issuer"},
        "roleRef": {"kind": "ClusterRole", "name": "issuer"},
        "subjects": [{"kind": "User", "name": "vault"}],
    }
    another = thing("Pod", "db-0", {"nodeName": "a", "serviceAccountName": "db"}, "shop")
    for bound, http, why in (
        (None, HTTPStatus.CREATED, ""),
        ("web-0", HTTPStatus.CREATED, ""),
        ("web-1", HTTPStatus.NOT_FOUND, "pod web-1 does not exist"),
        ("db-0", HTTPStatus.BAD_REQUEST, "the pod runs with another ServiceAccount"),
    ):
        wanted = replace(WANTED, user="vault", bound_pod=bound)
        found = decided(pod(PROJECTED), another, role, binding, wanted=wanted)
        assert found == TokenDecision(http, why)


def test_a_pod_elsewhere_or_of_another_account_gives_no_token() -> None:
    another = thing("Pod", "web-1", {"nodeName": "b", "serviceAccountName": "web"}, "shop")
    refused = decided(another, pod(PROJECTED), wanted=replace(WANTED, bound_pod="web-1"))
    assert refused == TokenDecision(HTTPStatus.FORBIDDEN, "the pod runs on another node")
    another["spec"] = {"nodeName": "a", "serviceAccountName": "db", "volumes": [PROJECTED]}
    refused = decided(another, pod(PROJECTED), wanted=replace(WANTED, bound_pod="web-1"))
    assert refused == TokenDecision(HTTPStatus.BAD_REQUEST, "the pod runs with another ServiceAccount")
