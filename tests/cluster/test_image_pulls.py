"""What a real API server lets nodes do, compared with what the rules say of it."""

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import pytest

from openshift_credentials.live.check import Purpose, State
from openshift_credentials.live.client import Access, observe
from openshift_credentials.platforms.kubernetes.rbac import (
    AUDIENCE_VERB,
    NODES_GROUP,
    AccessRequest,
    groups_of,
)
from openshift_credentials.systems.image_pulls.live import OPERATION
from openshift_credentials.systems.image_pulls.live.trial import trial_checks
from openshift_credentials.systems.image_pulls.rules.audience import (
    TokenWanted,
    may_read_service_accounts,
    may_request_token,
)
from tests.cluster.control_plane import ControlPlane
from tests.cluster.rbac import API, wait_for_rbac
from tests.kit.trees import changed
from tests.systems.image_pulls.samples import rows
from tests.systems.image_pulls.trees import ECR, settings

Objects = Sequence[Mapping[str, Any]]

NODE: Final = "system:node:node-a"
AUDIENCE: Final = "sts.amazonaws.com"
COLLECTIONS: Final = {
    "ClusterRole": "clusterroles",
    "ClusterRoleBinding": "clusterrolebindings",
    "Role": "roles",
    "RoleBinding": "rolebindings",
}
REPOSITORY: Final = "123456789012.dkr.ecr.us-east-1.amazonaws.com/team/app"
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
        status, _ = self.plane.request(
            "POST", f"{path}/{wanted.service_account}/token", body, node=wanted.user
        )
        return status


def _collection(each: Mapping[str, Any]) -> str:
    namespace = each["metadata"].get("namespace")
    place = f"/namespaces/{namespace}" if namespace else ""
    return f"/apis/{API}/v1{place}/{COLLECTIONS[each['kind']]}"


@pytest.fixture(scope="module")
def world(plane: ControlPlane) -> World:
    pods: dict[tuple[str, str], Mapping[str, Any]] = {}
    for namespace in ("team-a", "team-b", "shop"):
        plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": namespace}})
        for account in ("app", "other", "web"):
            path = f"/api/v1/namespaces/{namespace}/serviceaccounts"
            plane.request("POST", path, {"metadata": {"name": account}})
        for name, node, volumes in (
            ("p", "node-a", []),
            ("mounted", "node-a", [VOLUME]),
            ("elsewhere", "node-b", []),
        ):
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
    made_world = World(plane, pods)
    _wait_for_the_graph(plane)
    return made_world


def _wait_for_the_graph(plane: ControlPlane) -> None:
    """The node authorizer learns of pods a moment later."""
    deadline = time.monotonic() + 30
    paths = [
        f"/api/v1/namespaces/{namespace}/serviceaccounts/app"
        for namespace in ("team-a", "team-b", "shop")
    ]
    while any(plane.request("GET", path, node=NODE)[0] != 200 for path in paths):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def wanted(**changes: Any) -> TokenWanted:  # noqa: ANN401
    known: dict[str, Any] = {
        "user": NODE,
        "namespace": "team-a",
        "service_account": "app",
        "bound_pod": "p",
        "audiences": (AUDIENCE,),
    }
    return TokenWanted(**{**known, **changes})


def rule(**changes: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"apiGroups": [""], "resources": [AUDIENCE], "verbs": [AUDIENCE_VERB], **changes}


def narrow(namespace: str, *rules: Mapping[str, Any], kind: str = "Role") -> Objects:
    subject = {"kind": "Group", "apiGroup": API, "name": NODES_GROUP}
    place = {"name": "aud", "namespace": namespace}
    return [
        {
            "apiVersion": f"{API}/v1",
            "kind": kind,
            "metadata": place if kind == "Role" else {"name": "aud"},
            "rules": list(rules),
        },
        {
            "apiVersion": f"{API}/v1",
            "kind": "RoleBinding",
            "metadata": place,
            "roleRef": {"apiGroup": API, "kind": kind, "name": "aud"},
            "subjects": [subject],
        },
    ]


CASES: Final[list[tuple[TokenWanted, Objects]]] = [
    (wanted(), []),
    (wanted(bound_pod="mounted"), []),
    (wanted(bound_pod="mounted", audiences=("another",)), []),
    (wanted(bound_pod="elsewhere"), narrow("team-a", rule())),
    (wanted(bound_pod="missing"), narrow("team-a", rule())),
    (wanted(bound_pod=None), narrow("team-a", rule())),
    (wanted(service_account="other"), narrow("team-a", rule())),
    (wanted(user="system:node:node-c"), narrow("team-a", rule())),
    (wanted(), narrow("team-a", rule())),
    (wanted(), narrow("team-b", rule())),
    (wanted(namespace="team-b"), narrow("team-b", rule())),
    (wanted(), narrow("team-a", rule(), kind="ClusterRole")),
    (wanted(), narrow("team-a", rule(resourceNames=["app"]))),
    (wanted(), narrow("team-a", rule(resourceNames=["team-a/app"]))),
    (wanted(), narrow("team-a", rule(resources=["*"]))),
    (wanted(), narrow("team-a", rule(resources=["*.amazonaws.com"]))),
    (wanted(), narrow("team-a", rule(verbs=["*"]))),
    (wanted(), narrow("team-a", rule(apiGroups=["*"]))),
    (wanted(), narrow("team-a", rule(apiGroups=["authentication.k8s.io"]))),
    (wanted(), narrow("team-a", rule(resources=["serviceaccounts/token"], verbs=["create"]))),
    (
        wanted(service_account="other"),
        narrow("team-a", rule(), rule(resources=["serviceaccounts/token"], verbs=["create"])),
    ),
    (wanted(audiences=(AUDIENCE, "another")), narrow("team-a", rule(resources=["*"]))),
    (wanted(audiences=()), []),
    (wanted(audiences=()), narrow("team-a", rule(resources=["*"]))),
]


def test_token_requests_are_decided_as_the_rules_say(world: World) -> None:
    for asked, rbac in CASES:
        real, ours = world.decides(asked, rbac)
        assert real == ours, (asked, rbac)


@pytest.mark.parametrize(
    "row", rows("node_audience_rbac", "token_requests"), ids=lambda row: row["id"]
)
def test_this_api_server_answers_as_the_samples_say(world: World, row: Mapping[str, Any]) -> None:
    request = row["request"]
    asked = TokenWanted(
        user=request["user"],
        namespace=request["namespace"],
        service_account=request["serviceAccount"],
        bound_pod=request["boundPod"],
        audiences=tuple(request["audiences"]),
    )
    assert world.decides(asked, row["rbac"]) == (row["http"], row["http"])


@pytest.mark.parametrize("name", ["app", "other", ""])
def test_nodes_read_the_accounts_of_their_own_pods_without_rbac(world: World, name: str) -> None:
    path = f"/api/v1/namespaces/team-a/serviceaccounts{f'/{name}' if name else ''}"
    real, _ = world.plane.request("GET", path, node=NODE)
    verb = "get" if name else "list"
    pods = [*world.pods.values()]
    read = AccessRequest(
        user=NODE,
        groups=groups_of(NODE),
        verb=verb,
        resource="serviceaccounts",
        namespace="team-a",
        name=name,
    )
    assert real == may_read_service_accounts(read, pods).http


def test_a_node_asks_for_a_token_on_trial_and_nothing_keeps_it(world: World) -> None:
    workload = {"namespace": "team-a", "serviceAccount": "app", "repositories": [REPOSITORY]}
    promised = settings(changed(ECR, imagePulls__workloads=[workload]))
    access = Access(content=world.plane.kubeconfig())

    def told() -> list[tuple[str, State]]:
        observed = observe(access, OPERATION.reads(promised, Purpose.VERIFY))
        trials = OPERATION.follow_up(promised, observed)
        assert len(trials) == 1
        answers = observed.together_with(observe(access, trials))
        for answer in answers.all("token of team-a/app"):
            assert "eyJ" not in str(answer), "a dry run makes a token all the same"
        return [(each.code, each.state) for each in trial_checks(promised, answers)]

    assert told() == [("pull-token-refused", State.FAILED)]
    with world.granted(narrow("team-a", rule())):
        assert told() == [("pull-token", State.PASSED)]
