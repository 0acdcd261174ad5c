"""Messages of pods and events about a failure."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from openshift_credentials.base.json_values import object_items, object_member

from .cause import Evidence
from .observed import Object, name_of


def of_pods(pods: Iterable[Object], about: str) -> Iterator[Evidence]:
    """Reasons and messages of pods without a node, and of containers that wait or have failed."""
    for pod in pods:
        where = f"pod {name_of(pod)}"
        status = object_member(pod, "status")
        yield Evidence(where, reason_and_message(status), about)
        for condition in object_items(status, "conditions"):
            if condition.get("type") == "PodScheduled" and condition.get("status") == "False":
                yield Evidence(where, reason_and_message(condition), about)
        for kind in ("initContainerStatuses", "containerStatuses"):
            for container in object_items(status, kind):
                place = f"{where}, container {container.get('name') or '?'}"
                for text in _of_container(container):
                    yield Evidence(place, text, about)


def _of_container(container: Mapping[str, object]) -> Iterator[str]:
    for kind in ("state", "lastState"):
        state = object_member(container, kind)
        for name in ("waiting", "terminated"):
            ended = object_member(state, name)
            if ended.get("exitCode") != 0:
                yield reason_and_message(ended)


def of_events(events: Iterable[Object], names: Collection[str], about: str) -> Iterator[Evidence]:
    """Warnings about objects of these names."""
    for event in events:
        name = object_member(event, "involvedObject").get("name")
        if event.get("type") == "Warning" and name in names:
            text = f"{event.get('reason', '')}: {event.get('message', '')}"
            yield Evidence(f"event of {name}", text, about)


def reason_and_message(status: Mapping[str, object]) -> str:
    """``reason`` and ``message`` of a status or a condition in one text."""
    return f"{status.get('reason') or ''} {status.get('message') or ''}".strip()
