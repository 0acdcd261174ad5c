"""The HCPEtcdBackup resources of a stack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, cast

import pulumi

from openshift_credentials.systems.etcd_backup.plan import PlannedBackup
from openshift_credentials.systems.etcd_backup.plan.results import BackupOutcome, BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus, StatusRecord

from ...base.telling import tell
from ..kubernetes.live_objects import LiveObjects
from .backup_records import BackupRecords, place
from .backup_runs import BackupRuns
from .earlier_backups import COMPONENT, RESULTS, EarlierBackups
from .hcp_etcd_backup import HCPEtcdBackup, HCPEtcdBackupArgs
from .removed_backups import create_once, still_there
from .verdicts import stop_unless_all_succeeded, tell_in_advance, tell_unawaited

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
        self.names: Sequence[str] = tuple(map(place, args.backups))
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
            runs = BackupRuns(
                live, concurrency=args.concurrency, timeout_seconds=args.timeout_seconds
            )
        places = earlier.places
        created = [backup for backup in args.backups if (backup.namespace, backup.name) in places]
        once = create_once(name, {f"{name}/{item.hosted_cluster}": item for item in created}, live)
        records = BackupRecords(
            name, args.backups, args.concurrency, pulumi.ResourceOptions(parent=self)
        )
        results: list[pulumi.Output[BackupResult]] = []
        all_known = [earlier.result(planned) for planned in args.backups]
        there = await still_there(live, [item for item in all_known if item and item.removed])
        for planned, known in zip(args.backups, all_known, strict=True):
            hooks = once if planned in created or not pulumi.runtime.is_dry_run() else None
            register = partial(self._backup, name, planned, args, hooks)
            if known and place(planned) in there:
                tell(known.adoption_notice)
                known = None  # noqa: PLW2901 - what was known is not the state of the object
            if known and known.removed:
                results.append(pulumi.Output.from_input(known))
                if known.note:
                    tell(known.note)
            elif known and known.status.has_ended:
                register()
                results.append(pulumi.Output.from_input(known))
            elif runs:
                results.append(
                    pulumi.Output.from_input(runs.run(planned, register, records.record))
                )
            else:
                resource = register()
                resource.id.apply(lambda _, planned=planned: records.record(planned))
                results.append(_status_of(resource, planned, known))
                await _turn(resource, len(results))
        for planned in args.backups if pulumi.runtime.is_dry_run() else created:
            records.record(planned)
        await tell_in_advance(results, waits=args.waits)
        return results

    def _backup(
        self,
        name: str,
        planned: PlannedBackup,
        args: BackupsArgs,
        hooks: pulumi.ResourceHookBinding | None,
    ) -> HCPEtcdBackup:
        return HCPEtcdBackup(
            f"{name}/{planned.hosted_cluster}",
            HCPEtcdBackupArgs(name=planned.name, namespace=planned.namespace, spec=planned.spec),
            pulumi.ResourceOptions(
                parent=self,
                depends_on=self._needed,
                retain_on_delete=args.keep_previous,
                hooks=hooks,
            ),
        )


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
    return {place(result.backup): result.status.record for result in results}
