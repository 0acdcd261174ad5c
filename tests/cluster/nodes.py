"""Nodes that ask an API server for tokens of their pods' accounts."""

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from openshift_credentials.systems.image_pulls.rules.audience import TokenWanted, may_request_token
from tests.cluster.control_plane import ControlPlane
from tests.cluster.rbac import API, wait_for_rbac

Objects = Sequence[Mapping[str, Any]]

NODE: Final = "system:node:node-a"
AUDIENCE: Final = "sts.amazonaws.com"
COLLECTIONS: Final = {
    "ClusterRole": "clusterroles",
    "ClusterRoleBinding": "clusterrolebindings",
    "Role": "roles",
    "RoleBinding": "rolebindings",
}
VOLUME: Final = {
    "name": "token",
    "projected": {"sources": [{"serviceAccountToken": {"path": "t", "audience": AUDIENCE}}]},
}


@dataclass(frozen=True)
class World:
    """Pods of two namespaces on two nodes; RBAC comes and goes."""

    plane: ControlPlane
    pods: dict[tuple[str, str], Mapping[str, Any]]

    def decides(self, wanted: TokenWanted, rbac: Objects) -> tuple[int, int]:
        """HTTP status of the API server, and of the rules."""
        with_rbac = [*rbac, *self.pods.values()]
        with self.granted(rbac):
            return self._ask(wanted), int(may_request_token(wanted, with_rbac).http)

    @contextmanager
    def granted(self, rbac: Objects) -> Generator[None]:
        """Have these objects in the cluster for a while."""
        try:
            for each in rbac:
                status, answer = self.plane.request("POST", _collection(each), each)
                assert status == 201, answer
            wait_for_rbac(self.plane)
            yield
        finally:
            for each in rbac:
                name = each["metadata"]["name"]
                self.plane.request("DELETE", f"{_collection(each)}/{name}")

    def _ask(self, wanted: TokenWanted) -> int:
        pod = self.pods.get((wanted.namespace, wanted.bound_pod or ""), {})
        reference = {
            "apiVersion": "v1",
            "kind": "Pod",
            "name": wanted.bound_pod,
            "uid": pod.get("metadata", {}).get("uid", "none"),
        }
        path = f"/api/v1/namespaces/{wanted.namespace}/serviceaccounts"
        body = {
            "apiVersion": "authentication.k8s.io/v1",
            "kind": "TokenRequest",
            "spec": {
                "audiences": list(wanted.audiences),
                **({"boundObjectRef": reference} if wanted.bound_pod else {}),
            },
        }
        status, _ = self.plane.request("POST", f"{path}/{wanted.service_account}/token", body, node=wanted.user)
        return status


def _collection(each: Mapping[str, Any]) -> str:
    namespace = each["metadata"].get("namespace")
    place = f"/namespaces/{namespace}" if namespace else ""
    return f"/apis/{API}/v1{place}/{COLLECTIONS[each['kind']]}"


def make_world(plane: ControlPlane) -> World:
    """Create its namespaces, accounts and pods."""
    pods: dict[tuple[str, str], Mapping[str, Any]] = {}
    for namespace in ("team-a", "team-b", "shop"):
        plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": namespace}})
        for account in ("app", "other", "web"):
            path = f"/api/v1/namespaces/{namespace}/serviceaccounts"
            plane.request("POST", path, {"metadata": {"name": account}})
        for name, node, volumes in (("p", "node-a", []), ("mounted", "node-a", [VOLUME]), ("elsewhere", "node-b", [])):
            pod = {
                "metadata": {"name": name},
                "spec": {
                    "nodeName": node,
                    "serviceAccountName": "app",
                    "volumes": volumes,
                    "containers": [{"name": "c", "image": "a.io/x"}],
                },
            }
            status, made = plane.request("POST", f"/api/v1/namespaces/{namespace}/pods", pod)
            assert status == 201, made
            pods[namespace, name] = {**made, "kind": "Pod"}
    _wait_for_the_graph(plane)
    return World(plane, pods)


def _wait_for_the_graph(plane: ControlPlane) -> None:
    """The node authorizer learns of pods a moment later."""
    deadline = time.monotonic() + 30
    paths = [f"/api/v1/namespaces/{namespace}/serviceaccounts/app" for namespace in ("team-a", "team-b", "shop")]
    while any(plane.request("GET", path, node=NODE)[0] != 200 for path in paths):
        assert time.monotonic() < deadline
        time.sleep(0.1)
