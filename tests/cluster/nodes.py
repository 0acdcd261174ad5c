"""Nodes that ask an API server for tokens of their pods' accounts."""

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from openshift_credentials.platforms.kubernetes.rbac import nodes_may_request
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


@dataclass(frozen=True, kw_only=True)
class TokenWanted:
    """What the node asks for, for a pod of the account."""

    namespace: str
    service_account: str
    audience: str


@dataclass(frozen=True)
class World:
    """A pod in each namespace, on one node; RBAC comes and goes."""

    plane: ControlPlane
    pods: dict[str, Mapping[str, Any]]

    def decides(self, wanted: TokenWanted, rbac: Objects) -> tuple[bool, bool]:
        """Whether the API server issues the token, and whether the rules say so."""
        with self.granted(rbac):
            ours = nodes_may_request(rbac, wanted.audience, wanted.namespace, wanted.service_account)
            return self._ask(wanted) == 201, ours

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
        pod = self.pods[wanted.namespace]["metadata"]
        reference = {"apiVersion": "v1", "kind": "Pod", "name": pod["name"], "uid": pod["uid"]}
        path = f"/api/v1/namespaces/{wanted.namespace}/serviceaccounts"
        body = {
            "apiVersion": "authentication.k8s.io/v1",
            "kind": "TokenRequest",
            "spec": {"audiences": [wanted.audience], "boundObjectRef": reference},
        }
        status, _ = self.plane.request("POST", f"{path}/{wanted.service_account}/token", body, node=NODE)
        return status


def _collection(each: Mapping[str, Any]) -> str:
    namespace = each["metadata"].get("namespace")
    place = f"/namespaces/{namespace}" if namespace else ""
    return f"/apis/{API}/v1{place}/{COLLECTIONS[each['kind']]}"


def make_world(plane: ControlPlane) -> World:
    """Create its namespaces, accounts and pods."""
    pods: dict[str, Mapping[str, Any]] = {}
    for namespace in ("team-a", "team-b", "shop"):
        plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": namespace}})
        for account in ("app", "web"):
            path = f"/api/v1/namespaces/{namespace}/serviceaccounts"
            plane.request("POST", path, {"metadata": {"name": account}})
        spec = {"nodeName": "node-a", "serviceAccountName": "app", "containers": [{"name": "c", "image": "a.io/x"}]}
        pod = {"metadata": {"name": "p"}, "spec": spec}
        status, pods[namespace] = plane.request("POST", f"/api/v1/namespaces/{namespace}/pods", pod)
        assert status == 201, pods[namespace]
    _wait_for_the_graph(plane)
    return World(plane, pods)


def _wait_for_the_graph(plane: ControlPlane) -> None:
    """The node authorizer learns of pods a moment later."""
    deadline = time.monotonic() + 30
    paths = [f"/api/v1/namespaces/{namespace}/serviceaccounts/app" for namespace in ("team-a", "team-b", "shop")]
    while any(plane.request("GET", path, node=NODE)[0] != 200 for path in paths):
        assert time.monotonic() < deadline
        time.sleep(0.1)
