"""What came of planned backups: for the outputs of a stack, and for its verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, TypedDict

from openshift_credentials.base.errors import ContractError
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.stack.outputs import About

from ..rules.backup_status import BackupStatus
from ..rules.names import object_key_pattern
from .base import PlannedBackup

NOT_CREATED: Final = "NotCreated"
"""Reason of a backup whose object the API server refuses."""


class BackupOutcome(TypedDict):
    """A backup and how it ended."""

    hostedCluster: Annotated[str, About("`namespace/name` of the HostedCluster.")]
    name: Annotated[str, About("Name of the HCPEtcdBackup.")]
    namespace: Annotated[str, About("Namespace of the HCPEtcdBackup.")]
    reason: Annotated[str, About("Reason of its condition `BackupCompleted`, or `NotCreated`.")]
    message: Annotated[str, About("Message of the same condition.")]
    snapshotURL: Annotated[str, About("URL of the snapshot.")]
    objectKeyPattern: Annotated[str, About("Pattern of its key in the storage.")]


@dataclass(frozen=True, slots=True)
class BackupResult:
    """A backup and its status.

    ``removed``: the object has been removed since then, by the operator's retention or manually.
    ``unread`` is the reason why the last read failed, ``refused`` why the API server does not
    create the object.
    """

    backup: PlannedBackup
    status: BackupStatus
    removed: bool = False
    unread: str = ""
    refused: str = ""

    @property
    def document(self) -> BackupOutcome:
        """The result as a mapping; ``reason`` and ``snapshotURL`` are empty until it ends.

        An object that was not created has a reason of this program.
        """
        return {
            "hostedCluster": self.backup.hosted_cluster,
            "name": self.backup.name,
            "namespace": self.backup.namespace,
            "reason": NOT_CREATED if self.refused else self.status.reason,
            "message": self.refused or self.status.message,
            "snapshotURL": self.status.snapshot_url,
            "objectKeyPattern": object_key_pattern(self.backup.key_prefix),
        }

    @property
    def problem(self) -> str | None:
        """Why there is no snapshot and what to do, or ``None`` after a success."""
        if self.refused:
            mend = "mend that"
            if self.refused.startswith("namespaces "):
                mend = "correct hostedCluster or hostedControlPlaneNamespace"
            why = f"the API server does not create it: {self.refused}"
            return f"{self._title}: {why}; {mend}, then run 'pulumi up' again"
        if self.removed and not self.status.has_ended:
            why = self.unread or "the object was deleted before the backup finished, and"
            return f"{self._title}: {why} is not repeated; set a new trigger"
        if self.unread:
            return f"{self._title}: {self.unread}; the next 'pulumi up' checks it again"
        problem = self.status.problem
        return f"{self._title}: {problem}" if problem else None

    def end_notice(self, seconds: float) -> Notice:
        """What came of a backup that was waited for so long."""
        if self.status.succeeded:
            came = f"{self.status.reason}, {self.status.snapshot_url or 'no URL'}"
        elif self.status.has_ended:
            came = self.status.reason
        elif self.removed:
            came = "deleted before it finished"
        else:
            came = f"has not finished in time, {self.status.reason or 'no condition'}"
        severity = Severity.INFO if self.status.succeeded else Severity.WARNING
        return Notice("backup-ended", severity, f"{self._title}: {came} ({seconds:.0f} s)")

    @property
    def note(self) -> Notice | None:
        """A notice about an object that is not created, or about a success whose object is gone."""
        if self.refused:
            why = f"{self._title}: not created, {self.refused}"
            return Notice("backup-not-created", Severity.WARNING, why)
        if not (self.removed and self.status.succeeded):
            return None
        return Notice(
            "backup-object-deleted",
            Severity.INFO,
            f"{self._title}: succeeded in an earlier update, and its object has been deleted "
            "since. The stack does not create it again. To start another backup, set a new trigger",
        )

    @property
    def warning(self) -> Notice | None:
        if not self.status.succeeded or self.status.snapshot_url:
            return None
        return Notice(
            "backup-without-url",
            Severity.WARNING,
            f"{self._title}: the snapshot is in the storage, but the operator could not read its URL",
            f"search the storage for {object_key_pattern(self.backup.key_prefix)}",
        )

    @property
    def status_notice(self) -> Notice | None:
        """What was read of a backup that no update waits for, or ``None`` if nothing was."""
        read = bool(self.status.reason or self.removed)
        if self.problem is None or not read:
            return None
        why = (
            f"{self.problem}. 'pulumi up' neither waits for it nor fails with this, because "
            "etcdBackup.backupPolicy.wait is false"
        )
        return Notice("backup-not-succeeded", Severity.WARNING, why)

    @property
    def adoption_notice(self) -> Notice:
        """A notice about an object that is in the cluster and no longer in the state."""
        why = f"{self._title} is in the cluster and not in the state: the update takes it over"
        return Notice("backup-adopted", Severity.INFO, why)

    @property
    def forecast(self) -> Notice | None:
        """Action of the next update for a backup that has not succeeded so far."""
        if self.problem is None:
            return None
        if self.status.has_ended or self.removed:
            why = f"{self.problem} (until then 'pulumi up' fails with this)"
        else:
            why = f"{self.problem}; it had not finished at the last check. 'pulumi up' waits for it again"
        return Notice("backup-not-succeeded", Severity.WARNING, why)

    @property
    def _title(self) -> str:
        return f"HCPEtcdBackup {self.backup.namespace}/{self.backup.name}"


def assert_success(results: Iterable[BackupResult]) -> None:
    """Raise :class:`ContractError` with every backup that has not succeeded."""
    problems = [problem for result in results if (problem := result.problem)]
    if problems:
        count = "1 backup has" if len(problems) == 1 else f"{len(problems)} backups have"
        raise ContractError("\n".join([f"{count} not succeeded:", *problems]))
