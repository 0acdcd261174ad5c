"""Everything that a cluster says of one backup: its Jobs, their pods, events, conditions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from openshift_credentials.etcd_backup.diagnosis import Evidence
from openshift_credentials.etcd_backup.operation import places
from openshift_credentials.etcd_backup.rules.backup_status import BackupStatus
from openshift_credentials.operation.observed import (
    Object,
    Observed,
    labels_of,
    name_of,
    namespace_of,
)

BACKUP_LABEL: Final = "hypershift.openshift.io/backup-name"
NAMESPACE_LABEL: Final = "hypershift.openshift.io/hcp-namespace"
JOB_LABEL: Final = "batch.kubernetes.io/job-name"


def jobs_of(observed: Observed, namespace: str, name: str) -> list[Object]:
    """The Jobs of a backup, the newest first."""
    found = [
        each
        for each in observed.all(places.JOBS)
        if labels_of(each).get(BACKUP_LABEL) == name
        and labels_of(each).get(NAMESPACE_LABEL) == namespace
    ]
    return sorted(found, key=created, reverse=True)


def evidence_of(backup: Object, jobs: Sequence[Object], observed: Observed) -> list[Evidence]:
    """Everything that the cluster says of a backup: conditions, pods, events."""
    where = f"HCPEtcdBackup {namespace_of(backup)}/{name_of(backup)}"
    found: list[Evidence] = []
    for job in jobs:
        found += _of_pods(job, observed)
        job_status: Mapping[str, Any] = job.get("status") or {}
        conditions: Sequence[Mapping[str, Any]] = job_status.get("conditions") or ()
        failures = [each for each in conditions if each.get("type") == "Failed"]
        found += [Evidence(f"Job {name_of(job)}", _said(each)) for each in failures]
    status = BackupStatus.of(backup.get("status"))
    if status.reason and not status.succeeded:
        found.append(Evidence(where, f"{status.reason}: {status.message}"))
    return found


def _of_pods(job: Object, observed: Observed) -> Iterator[Evidence]:
    names = {name_of(job)}
    for pod in pods_of(job, observed):
        names.add(name_of(pod))
        yield from _of_pod(pod)
    for event in observed.all(places.EVENTS):
        about: Mapping[str, Any] = event.get("involvedObject") or {}
        involved = about.get("name")
        if event.get("type") == "Warning" and involved in names:
            text = f"{event.get('reason', '')}: {event.get('message', '')}"
            yield Evidence(f"event of {involved}", text)


def _of_pod(pod: Object) -> Iterator[Evidence]:
    where = f"pod {name_of(pod)}"
    status: Mapping[str, Any] = pod.get("status") or {}
    yield Evidence(where, _said(status))
    for kind in ("initContainerStatuses", "containerStatuses"):
        containers: Sequence[Mapping[str, Any]] = status.get(kind) or ()
        for container in containers:
            state: Mapping[str, Any] = container.get("state") or {}
            for name in ("waiting", "terminated"):
                said: Mapping[str, Any] = state.get(name) or {}
                if said.get("exitCode") != 0:
                    yield Evidence(f"{where}, container {container['name']}", _said(said))


def _said(status: Mapping[str, Any]) -> str:
    return f"{status.get('reason') or ''} {status.get('message') or ''}".strip()


def pods_of(job: Object, observed: Observed) -> list[Object]:
    """The pods of a Job."""
    return [
        each for each in observed.all(places.PODS) if labels_of(each).get(JOB_LABEL) == name_of(job)
    ]


def created(item: Object) -> str:
    """``metadata.creationTimestamp``, which sorts as text."""
    return str(item["metadata"].get("creationTimestamp") or "")
