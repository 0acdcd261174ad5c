"""What earlier updates of the stack made of backups: from its outputs and its state.

An HCPEtcdBackup is a shot, and the object may be gone long before its entry leaves the stack.
The output ``backups`` is the record that outlives it: a refresh drops a removed object from the
state, and leaves outputs alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import pulumi

from openshift_credentials.etcd_backup.plan import PlannedBackup
from openshift_credentials.etcd_backup.plan.results import BackupResult
from openshift_credentials.etcd_backup.rules.backup_status import BackupStatus

OUTPUT: Final = "backups"
"""Output of the stack that has the results of its backups."""

STACK_OUTPUTS: Final = "pulumi:pulumi:readStackOutputs"
STACK_RESOURCES: Final = "pulumi:pulumi:readStackResourceOutputs"
"""Functions of the engine itself (pulumi/pulumi ``pkg/resource/deploy/builtins.go``)."""

_NO_ORGANIZATION: Final = "organization"
"""What a backend without organizations calls its only one."""

Place = tuple[str, str]
"""Namespace and name of an object."""


@dataclass(frozen=True, slots=True)
class EarlierBackups:
    """Statuses that were told, and which objects are in the state, both by namespace and name."""

    told: Mapping[Place, BackupStatus] = field(default_factory=dict[Place, BackupStatus])
    in_state: frozenset[Place] = frozenset()

    def result(self, backup: PlannedBackup) -> BackupResult | None:
        """What is known of exactly this backup, or ``None`` of one that was never made."""
        place = (backup.namespace, backup.name)
        if (status := self.told.get(place)) is None:
            return None
        return BackupResult(backup, status, removed=place not in self.in_state)


def earlier_backups(kind: str) -> EarlierBackups:
    """Ask the engine for this stack's own outputs and, where they name backups, its resources.

    ``kind`` is the type token of the backups.
    """
    outputs = _ask(STACK_OUTPUTS, "name").get("outputs") or {}
    told = {
        (each["namespace"], each["name"]): BackupStatus(
            reason=each.get("reason", ""),
            message=each.get("message", ""),
            snapshot_url=each.get("snapshotURL", ""),
        )
        for each in cast("Sequence[Mapping[str, str]]", outputs.get(OUTPUT) or ())
    }
    if not told:
        return EarlierBackups()
    resources = _ask(STACK_RESOURCES, "stackName").get("outputs") or {}
    metadata = [
        resource["outputs"].get("metadata") or {}
        for resource in resources.values()
        if resource["type"] == kind
    ]
    in_state = frozenset((each.get("namespace", ""), each.get("name", "")) for each in metadata)
    return EarlierBackups(told, in_state)


def _ask(function: str, argument: str) -> Mapping[str, Any]:
    answer = pulumi.runtime.invoke(function, {argument: _this_stack()}).value
    return cast("Mapping[str, Any]", answer or {})


def _this_stack() -> str:
    organization = pulumi.get_organization()
    if organization == _NO_ORGANIZATION:
        return pulumi.get_stack()
    return f"{organization}/{pulumi.get_project()}/{pulumi.get_stack()}"
