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
"""Output of the stack, and of the facade, that has the results of backups."""

FACADE: Final = "openshift-credentials:etcd-backup:EtcdBackup"

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
    """Ask the engine for this stack's own outputs and for its resources.

    ``kind`` is the type token of the backups. A program that has instances of the facade need not
    export their results: the state has them as outputs of the component too.
    """
    outputs = cast("Mapping[str, Any]", _ask(STACK_OUTPUTS, "name").get("outputs") or {})
    resources = cast(
        "Mapping[str, Mapping[str, Any]]", _ask(STACK_RESOURCES, "stackName").get("outputs") or {}
    )
    facades = [each["outputs"] for each in resources.values() if each["type"] == FACADE]
    told = {
        (each["namespace"], each["name"]): BackupStatus(
            reason=each.get("reason", ""),
            message=each.get("message", ""),
            snapshot_url=each.get("snapshotURL", ""),
        )
        for recorded in (*facades, outputs)
        for each in _results(recorded)
    }
    metadata = [
        cast("Mapping[str, str]", resource["outputs"].get("metadata") or {})
        for resource in resources.values()
        if resource["type"] == kind
    ]
    in_state = frozenset((each.get("namespace", ""), each.get("name", "")) for each in metadata)
    return EarlierBackups(told, in_state) if told else EarlierBackups()


def _results(outputs: Mapping[str, Any]) -> Sequence[Mapping[str, str]]:
    """What outputs say of backups; another program may use the name for something else."""
    found = outputs.get(OUTPUT)
    if not isinstance(found, list):
        return ()
    entries = cast("list[object]", found)
    groups = [cast("Mapping[str, str]", each) for each in entries if isinstance(each, Mapping)]
    return [each for each in groups if {"namespace", "name"} <= each.keys()]


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
