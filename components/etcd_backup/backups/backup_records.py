"""Which backups an update has created so far, in case it is killed before its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pulumi

from openshift_credentials.systems.etcd_backup.plan import PlannedBackup

from .earlier_backups import STARTED

MOST_RECORDS: Final = 10
"""A file backend writes the whole state for each."""


@dataclass(frozen=True, kw_only=True)
class BackupRecordArgs:
    """Namespace and name of each created object."""

    started: Sequence[str]


class BackupRecord(pulumi.ComponentResource):
    """Backups whose objects were created, by namespace and name.

    It has no object in any cloud, so a refresh does not remove it from the state.
    """

    def __init__(
        self, name: str, args: BackupRecordArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:etcd-backup:BackupRecord", name, None, opts)
        self.register_outputs({STARTED: list(args.started)})


class BackupRecords:
    """The records of an update: each is written when all of its backups were created.

    Backups start in order, ``concurrency`` at a time, so a record covers those that start together.
    """

    def __init__(
        self,
        name: str,
        backups: Sequence[PlannedBackup],
        concurrency: int,
        opts: pulumi.ResourceOptions,
    ) -> None:
        size = max(concurrency, -(-len(backups) // MOST_RECORDS))
        self._opts = opts
        self._names: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}
        for number in range(0, len(backups), size):
            record = f"{name}/record-{number // size + 1}"
            self._members[record] = [place(backup) for backup in backups[number : number + size]]
            self._names |= dict.fromkeys(self._members[record], record)
        self._missing = {record: set(members) for record, members in self._members.items()}

    def record(self, backup: PlannedBackup) -> None:
        """Record that the object of a backup was created, now or in an earlier update."""
        name = self._names[place(backup)]
        self._missing[name].discard(place(backup))
        if not self._missing[name] and (started := self._members.pop(name, None)):
            BackupRecord(name, BackupRecordArgs(started=started), self._opts)


def place(backup: PlannedBackup) -> str:
    """Namespace and name of the object."""
    return f"{backup.namespace}/{backup.name}"
