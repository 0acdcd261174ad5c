"""The verb 'image-pulls token-request', for users that are no nodes."""

import json
from typing import Any, Final

import pytest

from tests.cli.running import Runner
from tests.kit.output_schema import problems

TOKEN_REQUEST: Final[dict[str, Any]] = {
    "namespace": "team-a",
    "serviceAccount": "app",
    "boundPod": "p",
    "audiences": ["sts.amazonaws.com"],
}


@pytest.mark.parametrize(
    ("user", "allowed"),
    [
        ("admin (system:masters)", True),
        ("admin (staff, system:masters)", True),
        ("admin (staff)", False),
        ("system:masters", False),
        ("admin", False),
    ],
)
def test_members_of_system_masters_may_always(verbs: Runner, user: str, allowed: bool) -> None:
    scenarios: tuple[dict[str, object], ...] = (
        {"request": {**TOKEN_REQUEST, "user": user}, "rbac": []},
        {"request": f"GET /api/v1/namespaces/a/serviceaccounts as {user}", "rules": []},
    )
    for number, scenario in enumerate(scenarios):
        path = verbs.file(f"{number}.json", json.dumps(scenario))
        result = verbs.in_both_forms("image-pulls", "token-request", "--scenario", path)
        assert result.json["allowed"] is allowed, scenario
        assert problems("image-pulls token-request", result.json) == []


@pytest.mark.parametrize(
    ("request_", "verbs_of_nodes", "allowed"),
    [
        ("GET /api/v1/namespaces/a/serviceaccounts as system:node:n", ["list"], True),
        ("GET /api/v1/namespaces/a/serviceaccounts as system:node:n", ["get", "watch"], False),
        ("GET /api/v1/namespaces/a/serviceaccounts?watch=1 as system:node:n", ["watch"], True),
        ("GET /api/v1/namespaces/a/serviceaccounts?watch=1 as system:node:n", ["list"], False),
        ("GET /api/v1/namespaces/a/serviceaccounts/b as system:node:n", ["get"], True),
        ("GET /api/v1/namespaces/a/serviceaccounts/b as system:node:n", ["list"], False),
        ("GET /api/v1/namespaces/a/serviceaccounts as admin", ["list"], False),
    ],
)
def test_the_rules_are_those_of_nodes(
    verbs: Runner, request_: str, verbs_of_nodes: list[str], allowed: bool
) -> None:
    rule = {"apiGroups": [""], "resources": ["serviceaccounts"], "verbs": verbs_of_nodes}
    path = verbs.file("scenario.json", json.dumps({"request": request_, "rules": [rule]}))
    result = verbs.in_both_forms("image-pulls", "token-request", "--scenario", path)
    assert result.json["allowed"] is allowed


@pytest.mark.parametrize("user", ["admin (system:masters)", "admin"])
def test_the_answer_is_a_line_with_its_status(verbs: Runner, user: str) -> None:
    scenario: dict[str, Any] = {"request": {**TOKEN_REQUEST, "user": user}, "rbac": []}
    path = verbs.file("scenario.json", json.dumps(scenario))
    result = verbs.run("image-pulls", "token-request", "--scenario", path)
    line = "HTTP 201, allowed" if "(" in user else "HTTP 403, refused: "
    assert result.out.startswith(line)


@pytest.mark.parametrize(("groups", "allowed"), [(["system:masters"], True), (["staff"], False)])
def test_the_groups_of_a_request_count(verbs: Runner, groups: list[str], allowed: bool) -> None:
    request = {**TOKEN_REQUEST, "user": "admin", "groups": groups}
    path = verbs.file("scenario.json", json.dumps({"request": request, "rbac": []}))
    result = verbs.run("image-pulls", "token-request", "--scenario", path)
    assert result.code == (0 if allowed else 1)


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ([], "the scenario must be a mapping with request and rbac"),
        ({"request": 1}, "request: must be a mapping, or the text GET PATH as USER"),
        ({"request": {"user": "a"}}, "request.namespace: is required"),
        (
            {"request": "GET /healthz as a"},
            "request: must be GET /api/v1/namespaces/NAMESPACE/serviceaccounts[/NAME] as USER",
        ),
    ],
)
def test_a_scenario_of_another_form_is_refused(
    verbs: Runner, scenario: object, message: str
) -> None:
    path = verbs.file("scenario.json", json.dumps(scenario))
    result = verbs.run("image-pulls", "token-request", "--scenario", path)
    assert result.code == 2
    assert message in result.err
