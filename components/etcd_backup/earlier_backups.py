"""What earlier updates of the stack made of backups and of their store: from its state.

A backup runs once, and its object may be removed long before its entry leaves the stack. Two
records outlive it, as a refresh drops a removed object and leaves outputs alone: the output
``backups`` of the stack, and for an update that was killed the outputs of its
:class:`~components.etcd_backup.backup_records.BackupRecord`.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
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

STORE: Final = "snapshotStore"
"""Output of the stack that names the store which it made."""

STARTED: Final = "started"
"""Output of a record that names backups whose objects were made."""

STACK_RESOURCES: Final = "pulumi:pulumi:readStackResourceOutputs"
"""Function of the engine itself (pulumi/pulumi ``pkg/resource/deploy/builtins.go``)."""

_CUT_OFF: Final = (
    "an interrupted update created it, and its object was removed since, so its result is unknown; "
    "it"
)

_STACK: Final = "pulumi:pulumi:Stack"
_NO_ORGANIZATION: Final = "organization"
"""What a backend without organizations calls its only one."""

_NO_OUTPUTS: Final[Mapping[str, Any]] = {}

_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.2

Place = tuple[str, str]
"""Namespace and name of an object."""


@dataclass(frozen=True, slots=True)
class EarlierBackups:
    """Statuses that were told, and which objects were made and are in the state, all by place.

    ``store`` names the store that the stack made, as
    :func:`~openshift_credentials.etcd_backup.plan.store.made_store` has it.
    """

    told: Mapping[Place, BackupStatus] = field(default_factory=dict[Place, BackupStatus])
    started: frozenset[Place] = frozenset()
    in_state: frozenset[Place] = frozenset()
    store: Mapping[str, str] = field(default_factory=dict[str, str])

    def result(self, backup: PlannedBackup) -> BackupResult | None:
        """What is known of exactly this backup, or ``None`` where it may still be made."""
        place = (backup.namespace, backup.name)
        if (status := self.told.get(place)) is not None:
            return BackupResult(backup, status, removed=place not in self.in_state)
        if place in self.started - self.in_state:
            return BackupResult(backup, BackupStatus(), removed=True, unread=_CUT_OFF)
        return None

    @property
    def made(self) -> frozenset[Place]:
        """Backups whose objects were made once, so that another object is another backup."""
        return self.started | self.told.keys()


def earlier_backups(kind: str, name: str) -> EarlierBackups:
    """Ask the engine what it kept of this stack; ``kind`` is the type token of the backups.

    ``name`` is that of the facade: a program that has several, or that exports other things under
    the same names, has their outputs in its state.
    """
    by_urn = _by_urn()
    resources = by_urn.values()
    own = (each for urn, each in by_urn.items() if urn.endswith(f"{FACADE}::{name}"))
    of_stack = (each for each in resources if each["type"] == _STACK)
    outputs = {key: value for each in (*of_stack, *own) for key, value in each["outputs"].items()}
    told = {
        (each["namespace"], each["name"]): BackupStatus(
            reason=each.get("reason", ""),
            message=each.get("message", ""),
            snapshot_url=each.get("snapshotURL", ""),
        )
        for each in _results(outputs.get(OUTPUT))
    }
    metadata = [
        cast("Mapping[str, str]", each["outputs"].get("metadata") or {})
        for each in resources
        if each["type"] == kind
    ]
    return EarlierBackups(
        told=told,
        started=frozenset(_started(resources)),
        in_state=frozenset((each.get("namespace", ""), each.get("name", "")) for each in metadata),
        store=_store(outputs),
    )


def earlier_store(facade: str, name: str) -> Mapping[str, str]:
    """What the engine kept as the store of another facade, by the type token and the name of it."""
    own = (each for urn, each in _by_urn().items() if urn.endswith(f"{facade}::{name}"))
    return _store(next((each["outputs"] for each in own), _NO_OUTPUTS))


def _by_urn() -> Mapping[str, Mapping[str, Any]]:
    found = _ask(STACK_RESOURCES, "stackName").get("outputs") or _NO_OUTPUTS
    return cast("Mapping[str, Mapping[str, Any]]", found)


def _store(outputs: Mapping[str, Any]) -> Mapping[str, str]:
    found = outputs.get(STORE)
    return cast("Mapping[str, str]", found if isinstance(found, Mapping) else {})


def _results(found: object) -> Sequence[Mapping[str, str]]:
    """What an output says of backups; a program may use its name for something else."""
    entries = cast("list[object]", found) if isinstance(found, list) else []
    groups = [cast("Mapping[str, str]", each) for each in entries if isinstance(each, Mapping)]
    return [each for each in groups if {"namespace", "name"} <= each.keys()]


def _started(resources: Iterable[Mapping[str, Any]]) -> Iterator[Place]:
    for each in resources:
        for place in cast("Sequence[str]", each["outputs"].get(STARTED) or ()):
            namespace, _, name = place.partition("/")
            yield namespace, name


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
