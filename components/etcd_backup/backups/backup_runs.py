"""Run backups with limited concurrency, report each as it ends, and keep failures separate.

The Kubernetes provider can also wait for an object, but it fails if the wait ends without a result,
and a failed resource ends the whole update: running backups are not reported, and the others never
start. Therefore the program waits.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from openshift_credentials.base.errors import ContractError
from openshift_credentials.base.json_values import object_member
from openshift_credentials.systems.etcd_backup.plan import PlannedBackup
from openshift_credentials.systems.etcd_backup.plan.results import BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus

from ...base.errors import stopping_the_program
from ...base.telling import tell
from ..kubernetes.live_objects import LiveObjects
from .hcp_etcd_backup import HCPEtcdBackup

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
        self,
        backup: PlannedBackup,
        register: Callable[[], HCPEtcdBackup],
        record: Callable[[PlannedBackup], None],
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
            tell(result.end_notice(time.monotonic() - started), resource)
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
