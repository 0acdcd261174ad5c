"""Backups and store of earlier updates of the stack, from its state.

A backup runs once, and its object can be removed long before its entry is removed from the stack.
Two records remain, because a refresh drops a removed object but keeps components and their outputs:
the results of :class:`~.backups.Backups`, and for an update that was killed the outputs of its
:class:`~.backups.BackupRecord`. A destroy deletes both, also one that a protected store
ends.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from openshift_credentials.base.json_values import object_member, text_items, text_member, text_members
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.kubernetes import names as upstream
from openshift_credentials.systems.etcd_backup.plan import PlannedBackup
from openshift_credentials.systems.etcd_backup.plan.earlier import BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus

from ..base.engine import STORE, earlier_resources, outputs_of

GROUP: Final = upstream.HYPERSHIFT_GROUP
VERSION: Final = "v1beta1"
TYPE: Final = f"kubernetes:{GROUP}/{VERSION}:HCPEtcdBackup"

RESULTS: Final = "results"
"""Output of the component of the backups: the record of the status of each, by name."""

COMPONENT: Final = "openshift-credentials:etcd-backup:Backups"

FACADE: Final = "openshift-credentials:etcd-backup:EtcdBackup"


STARTED: Final = "started"
"""Output of a record with the backups whose objects were created."""

_UNREAD: Final = (
    "its object has been removed since an earlier update created it, and its result was not read before; it"
)

_CUT_OFF: Final = (
    "an interrupted update created it, and its object has been removed since then, so its result is unknown; it"
)


_OWN_ROLE: Final = f"openshift-credentials:aws:ServiceAccountRole${resource_types.IAM_ROLE}::"
"""Part of the URN of a role that a stack creates; one that exists has another parent."""


@dataclass(frozen=True, slots=True)
class EarlierBackups:
    """Reported statuses, and which objects were created and are in the state, all by name.

    A name contains a hash of the whole object, its namespace included.

    ``store`` is the store that the stack created, as :func:`store_identity` returns it, ``roles``
    are the ARNs of IAM roles that it created, and ``resources`` the names of backups in the state.
    """

    statuses: Mapping[str, BackupStatus] = field(default_factory=dict[str, BackupStatus])
    started: frozenset[str] = frozenset()
    in_state: frozenset[str] = frozenset()
    store: Mapping[str, str] = field(default_factory=dict[str, str])
    roles: frozenset[str] = frozenset()
    resources: frozenset[str] = frozenset()

    def result(self, backup: PlannedBackup) -> BackupResult | None:
        """The known status of exactly this backup, or ``None`` if it can still be created."""
        name = backup.name
        if (status := self.statuses.get(name)) is not None:
            removed = name not in self.in_state
            unread = _UNREAD if removed and not status.has_ended else ""
            return BackupResult(backup, status, removed=removed, unread=unread)
        if name in self.started - self.in_state:
            return BackupResult(backup, BackupStatus(), removed=True, unread=_CUT_OFF)
        return None

    @property
    def created(self) -> frozenset[str]:
        """Names of objects that were created before; another name is another backup."""
        return self.started | self.statuses.keys()


def earlier_backups(name: str) -> EarlierBackups:
    """Read the state of this stack from the engine.

    ``name`` is that of the facade and of the component of its backups: a program with several
    facades, or with other exports of the same names, has their outputs in its state.
    """
    by_urn = earlier_resources()
    resources = by_urn.values()
    own = (item for urn, item in by_urn.items() if urn.endswith(f"{FACADE}::{name}"))
    of_stack = (resource for resource in resources if resource["type"] == resource_types.STACK)
    outputs = {key: value for item in (*of_stack, *own) for key, value in outputs_of(item).items()}
    of_backups = (item for urn, item in by_urn.items() if urn.endswith(f"{COMPONENT}::{name}"))
    statuses = {
        name: status
        for component in of_backups
        for name, record in object_member(outputs_of(component), RESULTS).items()
        if (status := BackupStatus.from_record(record))
    }
    metadata = [object_member(outputs_of(item), "metadata") for item in resources if item["type"] == TYPE]
    return EarlierBackups(
        statuses=statuses,
        started=frozenset(_started_backups(resources)),
        in_state=frozenset(text_member(item, "name") for item in metadata),
        store=text_members(outputs, STORE),
        roles=frozenset(text_member(outputs_of(item), "arn") for urn, item in by_urn.items() if _OWN_ROLE in urn),
        resources=frozenset(urn.rpartition("::")[2] for urn, item in by_urn.items() if item["type"] == TYPE),
    )


def _started_backups(resources: Iterable[Mapping[str, object]]) -> Iterator[str]:
    for resource in resources:
        yield from text_items(outputs_of(resource), STARTED)
