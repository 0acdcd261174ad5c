"""What a real API server lets nodes do, compared with what the rules say of it."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from openshift_credentials.live.check import Purpose, State
from openshift_credentials.live.client import Access, observe
from openshift_credentials.platforms.kubernetes.rbac import AUDIENCE_VERB, NODES_GROUP
from openshift_credentials.systems.image_pulls.live import OPERATION, trial_checks
from tests.cluster.control_plane import ControlPlane
from tests.cluster.nodes import AUDIENCE, Objects, TokenWanted, World, make_world
from tests.cluster.rbac import API
from tests.kit.trees import changed
from tests.systems.image_pulls.samples import ECR, OF_ANY_NODE, settings

REPOSITORY: Final = "123456789012.dkr.ecr.us-east-1.amazonaws.com/team/app"


@pytest.fixture(scope="module")
def world(plane: ControlPlane) -> World:
    return make_world(plane)


def wanted(**changes: Any) -> TokenWanted:  # noqa: ANN401
    known: dict[str, Any] = {"namespace": "team-a", "service_account": "app", "audience": AUDIENCE}
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
    (wanted(audience="another"), narrow("team-a", rule())),
]


def test_token_requests_are_decided_as_the_rules_say(world: World) -> None:
    for asked, rbac in CASES:
        real, ours = world.decides(asked, rbac)
        assert real == ours, (asked, rbac)


@pytest.mark.parametrize("row", OF_ANY_NODE, ids=lambda row: row["id"])
def test_this_api_server_answers_as_the_samples_say(world: World, row: Mapping[str, Any]) -> None:
    request = row["request"]
    (audience,) = request["audiences"]
    asked = TokenWanted(namespace=request["namespace"], service_account=request["serviceAccount"], audience=audience)
    assert world.decides(asked, row["rbac"]) == (row["allowed"], row["allowed"])


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
