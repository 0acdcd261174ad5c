"""What pods and events say of a failure."""

from typing import Any

import pytest

from openshift_credentials.live.cause import of_events, of_pods

ENDED = {"reason": "Error", "message": "why"}


def told(**status: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - any JSON
    pod = {"metadata": {"name": "p"}, "status": status}
    return [(item.where, item.text) for item in of_pods([pod], "x")]


def test_the_status_of_a_pod_and_why_it_has_no_node_are_told() -> None:
    scheduled = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
    others = [{**scheduled, "status": "True"}, {**scheduled, "type": "Ready"}]
    assert told(reason="Evicted", message="low", conditions=[scheduled, *others]) == [
        ("pod p", "Evicted low"),
        ("pod p", "Unschedulable"),
    ]


@pytest.mark.parametrize("kind", ["initContainerStatuses", "containerStatuses"])
@pytest.mark.parametrize("moment", ["state", "lastState"])
@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"waiting": ENDED}, True),
        ({"terminated": {**ENDED, "exitCode": 1}}, True),
        ({"terminated": {**ENDED, "exitCode": 0}}, False),
    ],
)
def test_a_container_that_waits_or_has_failed_says_why(
    kind: str, moment: str, state: dict[str, Any], says: bool
) -> None:
    found = told(**{kind: [{"name": "upload", moment: state}, {}]})
    texts = [text for place, text in found if place == "pod p, container upload" and text]
    assert texts == (["Error why"] if says else [])
    assert any(place == "pod p, container ?" for place, _ in found)


def test_only_warnings_about_the_objects_are_told() -> None:
    def event(kind: str, name: str) -> dict[str, Any]:
        return {"type": kind, "involvedObject": {"name": name}, "reason": "R", "message": "m"}

    events = [event("Warning", "a"), event("Normal", "a"), event("Warning", "b")]
    found = [(item.where, item.text) for item in of_events(events, {"a"}, "x")]
    assert found == [("event of a", "R: m")]
