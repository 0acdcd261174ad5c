"""Messages of pods and events about a failure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from openshift_credentials.live.cause import Evidence
from openshift_credentials.live.observed import Object, name_of


def of_pods(pods: Iterable[Object], about: str) -> Iterator[Evidence]:
    """Reasons and messages of pods without a node, and of containers that wait or have failed."""
    for pod in pods:
        where = f"pod {name_of(pod)}"
        status: Mapping[str, Any] = pod.get("status") or {}
        yield Evidence(where, reason_and_message(status), about)
        conditions: Sequence[Mapping[str, Any]] = status.get("conditions") or ()
        for condition in conditions:
            if condition.get("type") == "PodScheduled" and condition.get("status") == "False":
                yield Evidence(where, reason_and_message(condition), about)
        for kind in ("initContainerStatuses", "containerStatuses"):
            containers: Sequence[Mapping[str, Any]] = status.get(kind) or ()
            for container in containers:
                place = f"{where}, container {container.get('name') or '?'}"
                for text in _of_container(container):
                    yield Evidence(place, text, about)


def _of_container(container: Mapping[str, Any]) -> Iterator[str]:
    for kind in ("state", "lastState"):
        state: Mapping[str, Any] = container.get(kind) or {}
        for name in ("waiting", "terminated"):
            ended: Mapping[str, Any] = state.get(name) or {}
            if ended.get("exitCode") != 0:
                yield reason_and_message(ended)


def of_events(events: Iterable[Object], names: Collection[str], about: str) -> Iterator[Evidence]:
    """Warnings about objects of these names."""
    for event in events:
        involved: Mapping[str, Any] = event.get("involvedObject") or {}
        name = involved.get("name")
        if event.get("type") == "Warning" and name in names:
            text = f"{event.get('reason', '')}: {event.get('message', '')}"
            yield Evidence(f"event of {name}", text, about)


def reason_and_message(status: Mapping[str, Any]) -> str:
    """``reason`` and ``message`` of a status or a condition in one text."""
    return f"{status.get('reason') or ''} {status.get('message') or ''}".strip()
