"""HyperShift's operator as its contract describes it: its own Jobs, on a real API server.

The Jobs are those that the real reconciler made (tests/data/jobs_sample.json); the test says when
one ends and how, and plays the part of the Job controller and of the kubelet.
"""

import copy
import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.cluster.control_plane import ControlPlane
from tests.kit.places import DATA

GROUP: Final = "/apis/hypershift.openshift.io/v1beta1"
MERGE: Final = "application/merge-patch+json"
Json = dict[str, Any]


def cases() -> Iterator[tuple[str, Json, Json]]:
    """Name, backup and Secret, and what the reconciler made of them; one for each credential."""
    seen: set[str] = set()
    for case in json.loads((DATA / "jobs_sample.json").read_text())["cases"]:
        given, made = case["in"], case["out"]
        if given["secret"] not in seen and made.get("job"):
            seen.add(given["secret"])
            yield given["secret"], given, made


@dataclass(frozen=True)
class Controller:
    """Acts in one control plane's namespace, and in a namespace of the operator."""

    plane: ControlPlane
    operator_namespace: str
    namespace: str

    def create(self, backup: Mapping[str, Any]) -> Json:
        """The HCPEtcdBackup as somebody makes it."""
        metadata = {"name": backup["metadata"]["name"], "namespace": self.namespace}
        body = {**backup, "metadata": metadata}
        return self._post(f"{GROUP}/namespaces/{self.namespace}/hcpetcdbackups", body)

    def start(self, job: Mapping[str, Any], name: str) -> str:
        """Make the Job of a backup, and the condition that says so; the Job's name."""
        theirs: str = job["metadata"]["labels"]["hypershift.openshift.io/hcp-namespace"]
        text = json.dumps(job).replace(theirs, self.namespace)
        made: Json = json.loads(text)
        metadata = made["metadata"]
        for labels in (metadata["labels"], made["spec"]["template"]["metadata"]["labels"]):
            labels["hypershift.openshift.io/backup-name"] = name
        body = {
            "metadata": {"generateName": f"etcd-backup-{name}-", "labels": metadata["labels"]},
            "spec": made["spec"],
        }
        found = self._post(f"/apis/batch/v1/namespaces/{self.operator_namespace}/jobs", body)
        self.condition(name, "BackupInProgress", "Backup Job created, waiting for completion")
        return str(found["metadata"]["name"])

    def pod(self, job: str, message: str, *, exit_code: int, environment: bool = True) -> None:
        """The pod of a Job, with what its container left behind."""
        place = f"/api/v1/namespaces/{self.operator_namespace}/pods"
        found = self.plane.request("GET", f"/apis/batch/v1/namespaces/{self.operator_namespace}/jobs/{job}")[1]
        spec = copy.deepcopy(found["spec"]["template"]["spec"])
        if environment and found["spec"]["template"]["metadata"]["labels"].get("azure.workload.identity/use"):
            variable = {"name": "AZURE_FEDERATED_TOKEN_FILE", "value": "/token"}
            spec["containers"][0]["env"] = [*spec["containers"][0].get("env", ()), variable]
        labels = {"app": "etcd-backup", "batch.kubernetes.io/job-name": job}
        self._post(place, {"metadata": {"name": f"{job}-x", "labels": labels}, "spec": spec})
        terminated = {"exitCode": exit_code, "reason": "Error", "message": message}
        status = {
            "phase": "Failed" if exit_code else "Succeeded",
            "containerStatuses": [
                {
                    "name": "upload",
                    "image": "x",
                    "imageID": "x",
                    "ready": False,
                    "restartCount": 0,
                    "state": {"terminated": terminated},
                }
            ],
        }
        self._patch(f"{place}/{job}-x/status", {"status": status})

    def fail(self, name: str) -> None:
        """The Job has failed, which is final."""
        message = "Backup Job failed: Job has reached the specified backoff limit"
        self.condition(name, "BackupFailed", message)

    def succeed(self, name: str, url: str) -> None:
        """The Job is complete, and the URL was read."""
        self.condition(name, "BackupSucceeded", "Backup completed successfully", url)

    def condition(self, name: str, reason: str, message: str, url: str = "") -> None:
        """Condition ``BackupCompleted``, and the URL of a snapshot."""
        condition = {
            "type": "BackupCompleted",
            "status": "True" if reason == "BackupSucceeded" else "False",
            "reason": reason,
            "message": message,
            "lastTransitionTime": f"{dt.datetime.now(dt.UTC):%Y-%m-%dT%H:%M:%SZ}",
        }
        status: Json = {"conditions": [condition], **({"snapshotURL": url} if url else {})}
        path = f"{GROUP}/namespaces/{self.namespace}/hcpetcdbackups/{name}/status"
        self._patch(path, {"status": status})

    def remove(self, name: str) -> None:
        """What retention does."""
        path = f"{GROUP}/namespaces/{self.namespace}/hcpetcdbackups/{name}"
        assert self.plane.request("DELETE", path)[0] == 200

    def account(self, annotations: Mapping[str, str]) -> None:
        """ServiceAccount ``etcd-backup-job``, as the operator leaves it."""
        metadata = {"name": "etcd-backup-job", "annotations": dict(annotations)}
        place = f"/api/v1/namespaces/{self.operator_namespace}/serviceaccounts"
        self._post(place, {"metadata": metadata})

    def _post(self, path: str, body: object) -> Json:
        status, answer = self.plane.request("POST", path, body)
        assert status == 201, answer
        return answer

    def _patch(self, path: str, body: object) -> None:
        status, answer = self.plane.request("PATCH", path, body, MERGE)
        assert status == 200, answer
