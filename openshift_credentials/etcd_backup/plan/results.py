"""What came of planned backups: for the outputs of a stack, and for its verdict."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openshift_credentials.errors import ContractError
from openshift_credentials.etcd_backup.plan.backups import PlannedBackup
from openshift_credentials.etcd_backup.rules.backup_status import BackupStatus
from openshift_credentials.etcd_backup.rules.key_prefix import object_key_pattern


@dataclass(frozen=True, slots=True)
class BackupResult:
    """A backup and its status.

    ``removed``: the object has been removed since then, by the operator's retention or manually.
    ``unread`` is the reason why the last read failed.
    """

    backup: PlannedBackup
    status: BackupStatus
    removed: bool = False
    unread: str = ""

    @property
    def document(self) -> Mapping[str, str]:
        """The result as a mapping; ``reason`` and ``snapshotURL`` are empty until it ends."""
        return {
            "hostedCluster": self.backup.hosted_cluster,
            "name": self.backup.name,
            "namespace": self.backup.namespace,
            "reason": self.status.reason,
            "message": self.status.message,
            "snapshotURL": self.status.snapshot_url,
            "objectKeyPattern": object_key_pattern(self.backup.key_prefix),
            "consoleLink": self.backup.console_link,
        }

    @property
    def problem(self) -> str | None:
        """Why there is no snapshot and what to do, or ``None`` after a success."""
        if self.removed and not self.status.has_ended:
            why = self.unread or "the object was deleted before the backup finished, and"
            return f"{self._title}: {why} is not repeated; set a new trigger"
        if self.unread:
            return f"{self._title}: {self.unread}; the next 'pulumi up' checks it again"
        problem = self.status.problem
        return f"{self._title}: {problem}" if problem else None

    @property
    def line(self) -> str:
        """What came of it, in one line."""
        if self.status.succeeded:
            return f"{self._title}: {self.status.reason}, {self.status.snapshot_url or 'no URL'}"
        if self.status.has_ended or self.removed:
            return f"{self._title}: {self.status.reason or 'deleted before it finished'}"
        return f"{self._title}: has not finished in time, {self.status.reason or 'no condition'}"

    @property
    def forecast(self) -> str | None:
        """Action of the next update for a backup that has not succeeded so far."""
        if self.problem is None:
            return None
        if self.status.has_ended or self.removed:
            return f"{self.problem} (until then 'pulumi up' fails with this)"
        return (
            f"{self.problem}; it had not finished at the last check. 'pulumi up' waits for it again"
        )

    @property
    def note(self) -> str | None:
        """A notice about a success whose object was removed, or ``None``."""
        if self.removed and self.status.succeeded:
            return (
                f"{self._title}: succeeded in an earlier update, and its object has been deleted "
                "since. The stack does not create it again. To start another backup, set a new "
                "trigger"
            )
        return None

    @property
    def warning(self) -> str | None:
        """A warning about a success, or ``None``."""
        if self.status.succeeded and not self.status.snapshot_url:
            return (
                f"{self._title}: the snapshot is in the storage, but the operator could not read "
                f"its URL; search the storage for {object_key_pattern(self.backup.key_prefix)}"
            )
        return None

    @property
    def _title(self) -> str:
        return f"HCPEtcdBackup {self.backup.namespace}/{self.backup.name}"


def assert_success(results: Iterable[BackupResult]) -> None:
    """Raise :class:`ContractError` with every backup that has not succeeded."""
    problems = [problem for result in results if (problem := result.problem)]
    if problems:
        count = "1 backup has" if len(problems) == 1 else f"{len(problems)} backups have"
        raise ContractError("\n".join([f"{count} not succeeded:", *problems]))
