"""Objects of backups in the cluster: removed, only forgotten by the state, or refused."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

import pulumi

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.plan import PlannedBackup
from openshift_credentials.systems.etcd_backup.plan.results import BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus

from ...base.errors import guard_hook
from ..kubernetes.live_objects import LiveObjects
from .hcp_etcd_backup import HCPEtcdBackupArgs

AT_ONCE: Final = 8
"""Objects that are looked for, or asked about, at a time."""


def create_once(
    name: str, created: Mapping[str, PlannedBackup], live: LiveObjects | None
) -> pulumi.ResourceHookBinding | None:
    """Keep the engine from making objects again that it has dropped in this very command.

    With ``--refresh`` it finds out that the object is gone after the program has asked. In an
    update every backup has the hook from the first one on: with a new one, the next update would
    write the state once for each backup. A preview writes nothing.
    """
    if pulumi.runtime.is_dry_run() and not created:
        return None

    async def refuse(args: pulumi.ResourceHookArgs) -> None:
        planned = created.get(args.name)
        if planned is None or await still_there(live, [BackupResult(planned, BackupStatus())]):
            return
        message = (
            f"{args.name} ran in an earlier update, and its object has been removed since then. "
            "It is not created again: run the command again without --refresh, or set a new trigger"
        )
        raise pulumi.RunError(message)

    options = pulumi.ResourceHookOptions(on_dry_run=True)
    hook = pulumi.ResourceHook(name, guard_hook(refuse), options)
    return pulumi.ResourceHookBinding(before_create=[hook])


async def still_there(live: LiveObjects | None, removed: Sequence[BackupResult]) -> frozenset[str]:
    """Names of backups whose objects are in the cluster; what cannot be read counts as removed."""
    if live is None:
        return frozenset()
    found: set[str] = set()
    for entry in range(0, len(removed), AT_ONCE):
        backups = [result.backup for result in removed[entry : entry + AT_ONCE]]
        try:
            objects = await asyncio.gather(*(live.read(backup.namespace, backup.name) for backup in backups))
        except ContractError as error:
            pulumi.log.debug(f"backups outside the state were not looked for: {error}")
            break
        found |= {backup.name for backup, item in zip(backups, objects, strict=True) if item}
    return frozenset(found)


async def refused_backups(live: LiveObjects | None, new: Sequence[PlannedBackup]) -> Sequence[BackupResult]:
    """Backups whose object the API server would not create, as in a missing namespace.

    The engine would stop the whole update at the first of them, and hide how the others end.
    Whoever may not read backups is told so before the first one starts.
    """
    if live is None or not new or not await _is_readable(live, new[0]):
        return ()
    found: list[BackupResult] = []
    for entry in range(0, len(new), AT_ONCE):
        backups = new[entry : entry + AT_ONCE]
        whys = await asyncio.gather(*(_refusal(live, backup) for backup in backups))
        found += [
            BackupResult(backup, BackupStatus(), refused=why) for backup, why in zip(backups, whys, strict=True) if why
        ]
    return found


async def _refusal(live: LiveObjects, backup: PlannedBackup) -> str | None:
    args = HCPEtcdBackupArgs(name=backup.name, namespace=backup.namespace, spec=backup.spec)
    return await live.refusal(backup.namespace, args.manifest)


async def _is_readable(live: LiveObjects, backup: PlannedBackup) -> bool:
    try:
        await live.read(backup.namespace, backup.name)
    except ContractError:
        return False
    return True
