"""The HCPEtcdBackup resources of a stack.

The Kubernetes provider can also wait for an object, but it fails if the wait ends without a result,
and a failed resource ends the whole update: running backups are not reported, and the others never
start. Therefore the program waits.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, cast

import pulumi

from openshift_credentials.base.errors import ContractError
from openshift_credentials.base.json_values import object_member
from openshift_credentials.systems.etcd_backup.plan import PlannedBackup
from openshift_credentials.systems.etcd_backup.plan.results import BackupOutcome, BackupResult, assert_success
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus, StatusRecord

from ...base.errors import log_notice, stopping_the_program
from ..kubernetes.live_objects import LiveObjects
from .earlier_backups import COMPONENT, RESULTS, STARTED, EarlierBackups
from .hcp_etcd_backup import HCPEtcdBackup, HCPEtcdBackupArgs
from .removed_backups import create_once, refused_backups, still_there

FIRST_PAUSE_SECONDS: Final = 1.0
LONGEST_PAUSE_SECONDS: Final = 10.0
_SLOWER: Final = 1.5

_WAY_OUT: Final = (
    "No backup was started. 'pulumi up' reads how backups end: grant it the verb get for "
    "hcpetcdbackups in the namespaces of the hosted control planes (settings "
    "kubernetes.kubeconfig and kubernetes.context), or set etcdBackup.backupPolicy.wait to false."
)


class BackupRuns:
    """The backups that one update waits for.

    ``concurrency`` is the maximum number that run at once; ``timeout_seconds`` is the maximum wait
    for one.
    """

    def __init__(self, live: LiveObjects, *, concurrency: int, timeout_seconds: float) -> None:
        self._live = live
        self._timeout_seconds = timeout_seconds
        self._slots = asyncio.Semaphore(concurrency)
        self._readable: asyncio.Future[None] | None = None

    async def run(
        self, backup: PlannedBackup, register: Callable[[], HCPEtcdBackup], record: Callable[[PlannedBackup], None]
    ) -> BackupResult:
        """Create a backup with ``register``, and report its result when it ended or is overdue.

        ``record`` is called as soon as its object exists. Before the first one starts, the program
        checks that it can read how backups end.
        """
        async with self._slots:
            if self._readable is None:
                self._readable = asyncio.ensure_future(self._assert_readable(backup))
            await asyncio.shield(self._readable)
            resource = register()
            started = time.monotonic()
            result = BackupResult(backup, BackupStatus.of(await resource.status.future()))
            record(backup)
            if not result.status.has_ended:
                result = await self._until_it_ends(backup, started)
            log_notice(result.end_notice(time.monotonic() - started), resource)
            return result

    async def _assert_readable(self, backup: PlannedBackup) -> None:
        with stopping_the_program():
            try:
                await self._live.read(backup.namespace, backup.name)
            except ContractError as error:
                raise ContractError(f"{error}. {_WAY_OUT}") from None

    async def _until_it_ends(self, backup: PlannedBackup, started: float) -> BackupResult:
        result, pause = BackupResult(backup, BackupStatus()), FIRST_PAUSE_SECONDS
        while True:
            try:
                found = await self._live.read(backup.namespace, backup.name)
            except ContractError as error:
                result = BackupResult(backup, result.status, unread=str(error))
            else:
                if found is None:
                    return BackupResult(backup, result.status, removed=True)
                result = BackupResult(backup, BackupStatus.of(object_member(found, "status")))
            left = started + self._timeout_seconds - time.monotonic()
            if result.status.has_ended or left <= 0:
                return result
            await asyncio.sleep(min(pause, left))
            pause = min(pause * _SLOWER, LONGEST_PAUSE_SECONDS)


MOST_RECORDS: Final = 10
"""A file backend writes the whole state for each."""


@dataclass(frozen=True, kw_only=True)
class BackupRecordArgs:
    """Name of each created object, which contains a hash of its whole content."""

    started: Sequence[str]


class BackupRecord(pulumi.ComponentResource):
    """Backups whose objects were created, by name.

    It has no object in any cloud, so a refresh does not remove it from the state.
    """

    def __init__(self, name: str, args: BackupRecordArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:etcd-backup:BackupRecord", name, None, opts)
        self.register_outputs({STARTED: list(args.started)})


class BackupRecords:
    """The records of an update: each is written when all of its backups were created.

    Backups start in order, ``concurrency`` at a time, so a record covers those that start together.
    """

    def __init__(
        self, name: str, backups: Sequence[PlannedBackup], concurrency: int, opts: pulumi.ResourceOptions
    ) -> None:
        size = max(concurrency, -(-len(backups) // MOST_RECORDS))
        self._opts = opts
        self._names: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}
        for number in range(0, len(backups), size):
            record = f"{name}/record-{number // size + 1}"
            self._members[record] = [backup.name for backup in backups[number : number + size]]
            self._names |= dict.fromkeys(self._members[record], record)
        self._missing = {record: set(members) for record, members in self._members.items()}

    def record(self, backup: PlannedBackup) -> None:
        """Record that the object of a backup was created, now or in an earlier update."""
        name = self._names[backup.name]
        self._missing[name].discard(backup.name)
        if not self._missing[name] and (started := self._members.pop(name, None)):
            BackupRecord(name, BackupRecordArgs(started=started), self._opts)


def tell_unawaited(results: Sequence[BackupResult]) -> None:
    """Say what was read of backups that no update waits for; stop if one was not created."""
    for result in results:
        if notice := result.status_notice:
            log_notice(notice)
    with stopping_the_program():
        assert_success(result for result in results if result.refused)


def stop_unless_all_succeeded(results: Sequence[BackupResult]) -> None:
    """Stop the program with a list of all backups that have not succeeded."""
    for result in results:
        if result.warning:
            log_notice(result.warning)
    with stopping_the_program():
        assert_success(results)


async def tell_in_advance(results: Sequence[pulumi.Output[BackupResult]], *, waits: bool) -> None:
    """Warn at preview about every existing backup that has not succeeded."""
    if not pulumi.runtime.is_dry_run():
        return
    for item in results:
        if not await item.is_known():
            continue
        result = await item.future()
        if result and (forecast := result.forecast if waits else result.status_notice):
            log_notice(forecast)


GROUP: Final = 100
"""Backups that a preview registers at a time; each waiting one uses 50 KB."""


@dataclass(frozen=True, kw_only=True)
class BackupsArgs:
    """The backups, and how they run if the update waits for them.

    With ``waits`` it waits for each at most ``timeout_seconds``, and at most ``concurrency`` run at
    once. ``keep_previous`` keeps the earlier object of a hosted cluster in the management cluster.
    """

    backups: Sequence[PlannedBackup]
    waits: bool
    timeout_seconds: int
    concurrency: int
    keep_previous: bool


class Backups(pulumi.ComponentResource):
    """One HCPEtcdBackup per hosted cluster, whose name is the name in Pulumi.

    The object is immutable and runs once: a changed backup has another name in the cluster, and so
    replaces the one before. The new one is created first; when all have ended, the earlier one is
    deleted or left to the operator's retention. An update never creates two objects per hosted
    cluster, and never creates an object again that an earlier update created.

    An update that waits reads how each ends in ``live``, and fails with those that failed.
    ``earlier`` has the results of earlier backups. The object of one that is no longer in the state
    is looked for in ``live``: where it is gone, the backup has run and is not repeated, and
    otherwise the object is adopted.
    """

    results: pulumi.Output[list[BackupOutcome]]

    def __init__(
        self,
        name: str,
        args: BackupsArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        live: LiveObjects | None = None,
        earlier: EarlierBackups | None = None,
    ) -> None:
        super().__init__(COMPONENT, name, None, opts)
        self._needed = opts.depends_on if opts else None
        self.names: Sequence[str] = tuple(f"{each.namespace}/{each.name}" for each in args.backups)
        results = self._results(name, args, live, earlier or EarlierBackups())
        found = cast("pulumi.Output[Sequence[BackupResult]]", pulumi.Output.from_input(results))
        self.results = found.apply(lambda results: [result.document for result in results])
        if not pulumi.runtime.is_dry_run():
            found.apply(stop_unless_all_succeeded if live and args.waits else tell_unawaited)
        self.register_outputs({RESULTS: found.apply(_records)})

    async def _results(
        self, name: str, args: BackupsArgs, live: LiveObjects | None, earlier: EarlierBackups
    ) -> Sequence[pulumi.Output[BackupResult]]:
        """Create the new backups, each in its turn; return the results in the given order."""
        runs = None
        if live and args.waits and not pulumi.runtime.is_dry_run():
            runs = BackupRuns(live, concurrency=args.concurrency, timeout_seconds=args.timeout_seconds)
        created = [backup for backup in args.backups if backup.name in earlier.created]
        once = create_once(name, {f"{name}/{item.hosted_cluster}": item for item in created}, live)
        records = BackupRecords(name, args.backups, args.concurrency, pulumi.ResourceOptions(parent=self))
        results: list[pulumi.Output[BackupResult]] = []
        all_known = await _known(args.backups, earlier, live)
        there = await still_there(live, [item for item in all_known if item and item.removed])
        for planned, known in zip(args.backups, all_known, strict=True):
            hooks = once if planned in created or not pulumi.runtime.is_dry_run() else None
            register = partial(self._backup, name, planned, args, hooks)
            if known and planned.name in there:
                log_notice(known.adoption_notice)
                known = None  # noqa: PLW2901 - what was known is not the state of the object
            if known and (known.removed or known.refused):
                results.append(pulumi.Output.from_input(known))
                self._leave(name, known, args, earlier)
            elif known and known.status.has_ended:
                register()
                results.append(pulumi.Output.from_input(known))
            elif runs:
                results.append(pulumi.Output.from_input(runs.run(planned, register, records.record)))
            else:
                resource = register()
                resource.id.apply(lambda _, planned=planned: records.record(planned))
                results.append(_status_of(resource, planned, known))
                await _turn(resource, len(results))
        for planned in args.backups if pulumi.runtime.is_dry_run() else created:
            records.record(planned)
        await tell_in_advance(results, waits=args.waits)
        return results

    def _leave(self, name: str, known: BackupResult, args: BackupsArgs, earlier: EarlierBackups) -> None:
        """Say why nothing is created; what the state has in the place of a new object stays."""
        if known.note:
            log_notice(known.note)
        if known.refused and f"{name}/{known.backup.hosted_cluster}" in earlier.resources:
            self._backup(name, known.backup, args, None, is_kept=True)

    def _backup(
        self,
        name: str,
        planned: PlannedBackup,
        args: BackupsArgs,
        hooks: pulumi.ResourceHookBinding | None,
        *,
        is_kept: bool = False,
    ) -> HCPEtcdBackup:
        """The resource of a backup; with ``is_kept``, the one that the state has stays as it is."""
        return HCPEtcdBackup(
            f"{name}/{planned.hosted_cluster}",
            HCPEtcdBackupArgs(name=planned.name, namespace=planned.namespace, spec=planned.spec),
            pulumi.ResourceOptions(
                parent=self,
                depends_on=self._needed,
                retain_on_delete=args.keep_previous,
                hooks=hooks,
                ignore_changes=["metadata", "spec"] if is_kept else None,
            ),
        )


async def _known(
    backups: Sequence[PlannedBackup], earlier: EarlierBackups, live: LiveObjects | None
) -> Sequence[BackupResult | None]:
    """What is known of each backup before it is created: its end, or that it is refused."""
    known = {planned.name: earlier.result(planned) for planned in backups}
    if not pulumi.runtime.is_dry_run():
        new = [each for each in backups if each.name not in earlier.created]
        known |= {each.backup.name: each for each in await refused_backups(live, new)}
    return [known[planned.name] for planned in backups]


async def _turn(resource: HCPEtcdBackup, number: int) -> None:
    """Limit how many backups a preview registers at a time."""
    if pulumi.runtime.is_dry_run() and number % GROUP == 0:
        await resource.urn.future()


def _status_of(
    resource: HCPEtcdBackup, planned: PlannedBackup, known: BackupResult | None
) -> pulumi.Output[BackupResult]:
    """The status in the state, otherwise the one that an earlier update reported."""

    def read(status: Mapping[str, object] | None) -> BackupResult:
        return BackupResult(planned, BackupStatus.of(status))

    async def latest(told: BackupResult) -> BackupResult:
        if not await resource.status.is_known():
            return told
        result = read(await resource.status.future())
        return result if result.status.reason else told

    return pulumi.Output.from_input(latest(known)) if known else resource.status.apply(read)


def _records(results: Sequence[BackupResult]) -> Mapping[str, StatusRecord]:
    created = (result for result in results if not result.refused)
    return {result.backup.name: result.status.record for result in created}
