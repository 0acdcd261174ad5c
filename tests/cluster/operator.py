"""Plays HyperShift's operator, and the garbage collector that deletion waits for."""

import datetime as dt
import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from types import TracebackType
from typing import Any, Final, Self

from tests.cluster.control_plane import ControlPlane

GROUP: Final = "/apis/hypershift.openshift.io/v1beta1"
MERGE_PATCH: Final = "application/merge-patch+json"
RUN_SECONDS: Final = 0.7


@dataclass
class Operator:
    """Ends every backup after a moment, by default well.

    ``outcomes`` has the reasons of the next backups of a namespace, in order; a reason of ``None`` leaves a backup
    without a condition. ``events`` is what was seen: ("made" or "ended" or "deleted", namespace, name). Every test has
    namespaces of its own: what another test left behind is let go without an event.
    """

    plane: ControlPlane
    outcomes: dict[str, list[str | None]] = field(default_factory=dict[str, list[str | None]])
    events: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])

    def __post_init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._made: dict[tuple[str, str], dt.datetime] = {}
        self._of_other_tests: set[str] = set()

    def __enter__(self) -> Self:
        self._of_other_tests = {each["metadata"]["namespace"] for each in self._items()}
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    def backups(self, *namespaces: str) -> dict[str, list[str]]:
        """Names of the objects of the test's namespaces, oldest first."""
        names: dict[str, list[str]] = defaultdict(list)
        for item in self._items():
            if item["metadata"]["namespace"] in namespaces:
                names[item["metadata"]["namespace"]].append(item["metadata"]["name"])
        return dict(names)

    def remove(self, namespace: str, name: str) -> None:
        """Delete an object as a person or the retention does."""
        path = f"{self._path(namespace, name)}?propagationPolicy=Background"
        status, answer = self.plane.request("DELETE", path)
        assert status == 200, answer

    def set_status(self, namespace: str, name: str, reason: str) -> None:
        """Write the condition and, for a success, the URL."""
        succeeded = reason == "BackupSucceeded"
        condition = {
            "type": "BackupCompleted",
            "status": "True" if succeeded else "False",
            "reason": reason,
            "message": f"told by the test: {reason}",
            "lastTransitionTime": f"{dt.datetime.now(dt.UTC):%Y-%m-%dT%H:%M:%SZ}",
        }
        status: dict[str, Any] = {"conditions": [condition]}
        if succeeded:
            status["snapshotURL"] = f"s3://rosa-etcd-snapshots/etcd-backups/{name}.db"
        path = f"{self._path(namespace, name)}/status"
        code, answer = self.plane.request("PATCH", path, {"status": status}, MERGE_PATCH)
        assert code == 200, answer

    def _items(self) -> Sequence[dict[str, Any]]:
        status, answer = self.plane.request("GET", f"{GROUP}/hcpetcdbackups")
        if status == HTTPStatus.NOT_FOUND:  # the definition is not there
            return []
        assert status == HTTPStatus.OK, answer
        return sorted(answer["items"], key=lambda item: item["metadata"]["creationTimestamp"])

    def _work(self) -> None:
        while not self._stop.wait(0.1):
            for item in self._items():
                self._take_up(item)
            for secret in self.plane.request("GET", "/api/v1/secrets")[1]["items"]:
                if secret["metadata"].get("deletionTimestamp"):
                    place, name = secret["metadata"]["namespace"], secret["metadata"]["name"]
                    self._let_go(f"/api/v1/namespaces/{place}/secrets/{name}")

    def _take_up(self, item: dict[str, Any]) -> None:
        metadata = item["metadata"]
        namespace, name = metadata["namespace"], metadata["name"]
        if metadata.get("deletionTimestamp"):
            self._let_go(self._path(namespace, name))
        if namespace in self._of_other_tests:
            return
        if metadata.get("deletionTimestamp"):
            self.events.append(("deleted", namespace, name))
            return
        now = dt.datetime.now(dt.UTC)
        if (namespace, name) not in self._made and not item.get("status"):
            self._made[namespace, name] = now
            self.events.append(("made", namespace, name))
        made = self._made.get((namespace, name), now)
        if item.get("status") or (now - made).total_seconds() < RUN_SECONDS:
            return
        planned = self.outcomes.get(namespace) or ["BackupSucceeded"]
        reason = planned[0]
        if reason is not None:
            self.outcomes[namespace] = planned[1:]
            self.set_status(namespace, name, reason)
            self.events.append(("ended", namespace, name))

    def _let_go(self, path: str) -> None:
        self.plane.request("PATCH", path, {"metadata": {"finalizers": None}}, MERGE_PATCH)

    def _path(self, namespace: str, name: str) -> str:
        return f"{GROUP}/namespaces/{namespace}/hcpetcdbackups/{name}"
