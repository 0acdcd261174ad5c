"""What earlier updates of the stack made of backups: from its outputs and its state.

An HCPEtcdBackup is a shot, and the object may be gone long before its entry leaves the stack.
The output ``backups`` is the record that outlives it: a refresh drops a removed object from the
state, and leaves outputs alone.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import pulumi

from components.errors import stopping_the_program
from openshift_credentials.errors import ContractError
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

_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.2

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
    outputs = cast("Mapping[str, Any]", _ask(STACK_OUTPUTS, "name").get("outputs") or {})
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
    resources = cast(
        "Mapping[str, Mapping[str, Any]]", _ask(STACK_RESOURCES, "stackName").get("outputs") or {}
    )
    metadata = [
        cast("Mapping[str, str]", resource["outputs"].get("metadata") or {})
        for resource in resources.values()
        if resource["type"] == kind
    ]
    in_state = frozenset((each.get("namespace", ""), each.get("name", "")) for each in metadata)
    return EarlierBackups(told, in_state)


def _ask(function: str, argument: str) -> Mapping[str, Any]:
    """Ask again where it fails: a file backend may be about to write what is being read."""
    for attempt in range(_ATTEMPTS):
        try:
            answer = pulumi.runtime.invoke(function, {argument: _this_stack()}).value
        except Exception as error:  # noqa: BLE001 - the SDK raises nothing more exact
            if attempt == _ATTEMPTS - 1:
                with stopping_the_program():
                    raise ContractError(
                        "what earlier updates of this stack left cannot be read, so nobody knows "
                        f"which backups have run: {error}"
                    ) from None
            time.sleep(_PAUSE_SECONDS)
        else:
            return cast("Mapping[str, Any]", answer or {})
    raise AssertionError("unreachable")


def _this_stack() -> str:
    organization = pulumi.get_organization()
    if organization == _NO_ORGANIZATION:
        return pulumi.get_stack()
    return f"{organization}/{pulumi.get_project()}/{pulumi.get_stack()}"
