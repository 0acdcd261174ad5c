"""Backups and store of earlier updates of the stack, from its state.

A backup runs once, and its object can be removed long before its entry is removed from the stack.
Two records remain, because a refresh drops a removed object but keeps components and their outputs:
the results of :class:`~.etcd_backups.EtcdBackups`, and for an update
that was killed the outputs of its
:class:`~.backup_records.BackupRecord`. A destroy deletes both, also
one that a protected store ends.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import pulumi

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.plan import PlannedBackup
from openshift_credentials.systems.etcd_backup.plan.results import BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import (
    BackupStatus,
    StatusRecord,
)

from ...base.errors import stopping_the_program

RESULTS: Final = "results"
"""Output of the component of the backups: the record of the status of each, by place."""

COMPONENT: Final = "openshift-credentials:etcd-backup:EtcdBackups"

FACADE: Final = "openshift-credentials:etcd-backup:EtcdBackup"

STORE: Final = "snapshotStore"
"""Output of the stack with the store that it created."""

STARTED: Final = "started"
"""Output of a record with the backups whose objects were created."""

STACK_RESOURCES: Final = "pulumi:pulumi:readStackResourceOutputs"
"""Function of the engine itself (pulumi/pulumi ``pkg/resource/deploy/builtins.go``)."""

_UNREAD: Final = (
    "its object has been removed since an earlier update created it, and its result was not read "
    "before; it"
)

_CUT_OFF: Final = (
    "an interrupted update created it, and its object has been removed since then, so its "
    "result is unknown; it"
)

_STACK: Final = "pulumi:pulumi:Stack"
_NO_ORGANIZATION: Final = "organization"
"""Name of the only organization of a backend without organizations."""

_NO_OUTPUTS: Final[Mapping[str, Any]] = {}

_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.2

Place = tuple[str, str]
"""Namespace and name of an object."""


@dataclass(frozen=True, slots=True)
class EarlierBackups:
    """Reported statuses, and which objects were created and are in the state, all by place.

    ``store`` is the store that the stack created, as
    :func:`store_identity` returns it.
    """

    told: Mapping[Place, BackupStatus] = field(default_factory=dict[Place, BackupStatus])
    started: frozenset[Place] = frozenset()
    in_state: frozenset[Place] = frozenset()
    store: Mapping[str, str] = field(default_factory=dict[str, str])

    def result(self, backup: PlannedBackup) -> BackupResult | None:
        """The known status of exactly this backup, or ``None`` if it can still be created."""
        place = (backup.namespace, backup.name)
        if (status := self.told.get(place)) is not None:
            removed = place not in self.in_state
            unread = _UNREAD if removed and not status.has_ended else ""
            return BackupResult(backup, status, removed=removed, unread=unread)
        if place in self.started - self.in_state:
            return BackupResult(backup, BackupStatus(), removed=True, unread=_CUT_OFF)
        return None

    @property
    def made(self) -> frozenset[Place]:
        """Backups whose objects were created before, so that another object is another backup."""
        return self.started | self.told.keys()


def earlier_backups(kind: str, name: str) -> EarlierBackups:
    """Read the state of this stack from the engine; ``kind`` is the type token of the backups.

    ``name`` is that of the facade: a program with several facades, or with other exports of the
    same names, has their outputs in its state.
    """
    by_urn = _by_urn()
    resources = by_urn.values()
    own = (item for urn, item in by_urn.items() if urn.endswith(f"{FACADE}::{name}"))
    of_stack = (resource for resource in resources if resource["type"] == _STACK)
    outputs = {key: value for item in (*of_stack, *own) for key, value in item["outputs"].items()}
    of_backups = (
        item for urn, item in by_urn.items() if urn.endswith(f"{COMPONENT}::{backups_of(name)}")
    )
    told = {
        _place(place): BackupStatus.recorded(record)
        for component in of_backups
        for place, record in _results(component["outputs"].get(RESULTS))
    }
    metadata = [
        cast("Mapping[str, str]", item["outputs"].get("metadata") or {})
        for item in resources
        if item["type"] == kind
    ]
    return EarlierBackups(
        told=told,
        started=frozenset(_started_backups(resources)),
        in_state=frozenset((item.get("namespace", ""), item.get("name", "")) for item in metadata),
        store=_store(outputs),
    )


def backups_of(name: str) -> str:
    """Name of the component of the backups; ``name`` is that of the facade."""
    return f"{name}-backups"


def earlier_store(facade: str, name: str) -> Mapping[str, str]:
    """What the engine kept as the store of another facade, by the type token and the name of it."""
    own = (item for urn, item in _by_urn().items() if urn.endswith(f"{facade}::{name}"))
    return _store(next((item["outputs"] for item in own), _NO_OUTPUTS))


def _by_urn() -> Mapping[str, Mapping[str, Any]]:
    found = _read_state().get("outputs") or _NO_OUTPUTS
    return cast("Mapping[str, Mapping[str, Any]]", found)


def _store(outputs: Mapping[str, Any]) -> Mapping[str, str]:
    found = outputs.get(STORE)
    return cast("Mapping[str, str]", found if isinstance(found, Mapping) else {})


def _results(found: object) -> Iterable[tuple[str, StatusRecord]]:
    return cast("Mapping[str, StatusRecord]", found or {}).items()


def _started_backups(resources: Iterable[Mapping[str, Any]]) -> Iterator[Place]:
    for resource in resources:
        for place in cast("Sequence[str]", resource["outputs"].get(STARTED) or ()):
            yield _place(place)


def _place(text: str) -> Place:
    namespace, _, name = text.partition("/")
    return namespace, name


def _read_state() -> Mapping[str, Any]:
    """Ask the engine; retry, because a file backend may be writing the state at the same time."""
    for attempt in range(_ATTEMPTS):
        try:
            answer = pulumi.runtime.invoke(STACK_RESOURCES, {"stackName": _this_stack()}).value
        except Exception as error:  # noqa: BLE001 - the SDK raises nothing more exact
            if attempt == _ATTEMPTS - 1:
                with stopping_the_program():
                    raise ContractError(
                        "the results of earlier updates of this stack cannot be read, so it is "
                        f"not known which backups have run: {error}"
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
