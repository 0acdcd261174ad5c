"""Fields that are read from Stacks and Updates."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from openshift_credentials.base.json_values import object_items, object_member, text_member
from openshift_credentials.fleet.rules.objects.labels import PURPOSE, RECONCILE, Purpose
from openshift_credentials.fleet.rules.stack_settings import TRIGGER_PATH
from openshift_credentials.platforms.kubernetes.names import hosted_control_plane_namespace

Object = Mapping[str, object]

SUCCEEDED: Final = "BackupSucceeded"
_BACKUP: Final = re.compile(r"HCPEtcdBackup ([a-z0-9.-]+)/[a-z0-9.-]+: (?!BackupSucceeded)")
_UPLOADED: Final = re.compile(r"/([0-9]{9,11})\.db$")
_DRIFT_MARKS: Final = ("no changes were expected", "unknown error occurred")


def trigger_of(stack: Object) -> str:
    """The trigger of all backups in a Stack's configuration, empty if it has none."""
    branch = object_member(stack, "spec", "config")
    for name in TRIGGER_PATH[:-1]:
        branch = object_member(branch, name)
    value = branch.get(TRIGGER_PATH[-1])
    return str(value) if isinstance(value, str | int) else ""


def newest_trigger(stacks: Sequence[Object]) -> str:
    """The last trigger in alphabetical order, which is the newest one for dates."""
    return max((trigger_of(stack) for stack in stacks if not _only_previews(stack)), default="")


def moment(text: str) -> datetime | None:
    """A time in the format of Kubernetes, ``None`` for anything else."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def is_sentinel(labels: Object, spec: Object) -> bool:
    """Whether a Stack only detects drift, by its label or its settings."""
    update = object_member(spec, "updateTemplate", "spec")
    looks = spec.get("preview") is True and update.get("expectNoChanges") is True
    return text_member(labels, PURPOSE) == Purpose.DRIFT or looks


def _only_previews(stack: Object) -> bool:
    return object_member(stack, "spec").get("preview") is True


def is_seen(metadata: Object, status: Object) -> bool:
    """Whether the operator has processed the newest change of a Stack."""
    if not status:
        return False
    asked = text_member(metadata, "annotations", RECONCILE)
    generation = metadata.get("generation")
    return status.get("observedGeneration") == generation and (
        not asked or text_member(status, "observedReconcileRequest") == asked
    )


def has_drift(status: Object) -> bool:
    """Whether a sentinel failed because it found drift, as far as the operator reports it."""
    last = object_member(status, "lastUpdate")
    message = text_member(last, "message")
    is_told = not message or any(mark in message for mark in _DRIFT_MARKS)
    return text_member(last, "state") == "failed" and is_told


def is_success_of(update: Object, stack: Object) -> bool:
    """Whether an Update belongs to the Stack, is not a preview, and succeeded."""
    metadata, spec = object_member(update, "metadata"), object_member(update, "spec")
    conditions = {
        text_member(item, "type"): item.get("status")
        for item in object_items(update, "status", "conditions")
    }
    labels = object_member(metadata, "labels")
    return (
        metadata.get("namespace") == stack.get("namespace")
        and labels.get("pulumi.com/stack-name") == stack.get("name")
        and spec.get("type") == "up"
        and conditions.get("Complete") == "True"
        and conditions.get("Failed") != "True"
    )


def snapshots_of(status: Object) -> tuple[dict[str, str], list[str]]:
    """Snapshots by hosted cluster, and the hosted clusters without a snapshot."""
    snapshots: dict[str, str] = {}
    unsuccessful: list[str] = []
    for item in object_items(status, "outputs", "backups"):
        name, url = (text_member(item, "hostedCluster"), text_member(item, "snapshotURL"))
        if url:
            snapshots[name] = url
        if text_member(item, "reason") not in ("", SUCCEEDED):
            unsuccessful.append(name)
    return snapshots, unsuccessful


def missing_in(stack: Object) -> list[str]:
    """Hosted clusters with a trigger whose backup is not in the outputs, in any state."""
    spec, status = object_member(stack, "spec"), object_member(stack, "status")
    branch = object_member(spec, "config", TRIGGER_PATH[0])
    if not trigger_of(stack) or "oadp" in branch:
        return []
    outputs = object_items(status, "outputs", "backups")
    told = {text_member(output, "hostedCluster") for output in outputs}
    asked = (text_member(entry, "hostedCluster") for entry in object_items(branch, "backups"))
    return [name for name in asked if name not in told]


def failed_hosted_clusters(message: str, spec: Object) -> Iterator[str]:
    """Hosted clusters of the backups in an error, by the namespace of their control plane."""
    backup = object_member(spec, "config", TRIGGER_PATH[0])
    by_namespace: dict[str, str] = {}
    for entry in object_items(backup, "backups"):
        name = text_member(entry, "hostedCluster")
        parts = name.split("/")
        own = text_member(entry, "hostedControlPlaneNamespace")
        if own or len(parts) == 2:
            by_namespace[own or hosted_control_plane_namespace(parts[0], parts[1])] = name
    for match in _BACKUP.finditer(message):
        yield by_namespace.get(match[1], match[1])


def uploaded_at(url: str) -> datetime | None:
    """When a snapshot was uploaded, from the name of its object."""
    match = _UPLOADED.search(url)
    return datetime.fromtimestamp(int(match[1]), UTC) if match else None
