"""The verb 'image-pulls token-request', for users that are no nodes."""

import json
from typing import Any, Final

import pytest

from tests.cli.running import Runner
from tests.kit.output_schema import problems

pytestmark = pytest.mark.answers

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
        result = verbs.run("image-pulls", "token-request", "--scenario", path, "-o", "json")
        assert result.json["allowed"] is allowed, scenario
        assert problems("image-pulls token-request", result.json) == []
