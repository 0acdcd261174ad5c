"""Outcome of a reconcile of a backup: its condition, and whether it will change.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``
(``Reconcile``, ``validatePrerequisites``, ``createResourcesAndJob``, ``handleJobStatus``) at
commit 3ee9615567ac; the checks are in the operator's order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.platforms.kubernetes.admission.object_names import label_value_problems
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OPERATOR_NAMESPACE
from openshift_credentials.systems.etcd_backup.rules.credentials import StorageType
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion

CONDITION: Final = "BackupCompleted"

SUCCESS_MESSAGE: Final = "Backup completed successfully"

_PULL_SECRET: Final = "pull-secret"  # noqa: S105
_URL_CANNOT_BE_READ: Final = "the URL of the snapshot could not be read from the Job's pod"
_URL_CANNOT_BE_WRITTEN: Final = (
    "the snapshot was uploaded, but its URL cannot be written to the status of the HostedCluster, "
    "which does not exist. The operator retries this forever and sets no condition"
)


class ConditionStatus(StrEnum):
    """Status of condition ``BackupCompleted``."""

    TRUE = "True"
    FALSE = "False"


class Reason(StrEnum):
    """Reason of condition ``BackupCompleted``; the last three are final."""

    ETCD_UNHEALTHY = "EtcdUnhealthy"
    IN_PROGRESS = "BackupInProgress"
    WAITING_FOR_CREDENTIALS = "BackupWaitingForCredentials"
    REJECTED = "BackupRejected"
    FAILED = "BackupFailed"
    SUCCEEDED = "BackupSucceeded"


class JobState(StrEnum):
    """State of a Job by its conditions."""

    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class EtcdReplicas:
    """StatefulSet ``etcd``; ``desired`` is ``None`` where its spec has no number."""

    ready: int
    desired: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupJob:
    """A Job of the operator's namespace with the labels of a backup.

    ``active`` counts running pods. ``failure`` is the message of condition ``Failed``;
    ``snapshot_url`` the termination message of container ``upload``, empty if it cannot be read.
    """

    name: str
    active: int = 0
    state: JobState = JobState.RUNNING
    failure: str = ""
    snapshot_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """State of the cluster when the operator processes an unfinished backup.

    ``own_jobs`` have the labels of this backup's name and namespace, even if they were created for
    another one; ``other_jobs`` are the remaining Jobs of the same hosted control plane. Both are
    sorted by name. ``image_problem`` is the reason why an image of the release cannot be
    determined. ``hosted_cluster``: the HostedCluster exists, so that the URL can be written to its
    status. ``seconds_since_creation`` is the age of the backup.
    """

    name: str
    namespace: str
    storage_type: str
    secret: str
    hosted_control_plane: str | None
    etcd: EtcdReplicas | None
    own_jobs: tuple[BackupJob, ...] = ()
    other_jobs: tuple[BackupJob, ...] = ()
    secret_present: bool = True
    pull_secret_present: bool = True
    image_problem: str | None = None
    hosted_cluster: bool = True
    operator_namespace: str = DEFAULT_OPERATOR_NAMESPACE
    seconds_since_creation: int = 0
    version: ContractVersion = ContractVersion.CURRENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Outcome of a reconcile.

    ``status``, ``reason`` and ``message`` are those of condition ``BackupCompleted``; ``None`` if
    it is not written, so that an earlier one remains. ``terminal``: the operator does not process
    the backup again. ``retries``: it does, automatically. ``creates_job``: a Job starts now.
    ``adopted_job`` is an existing Job whose result becomes this backup's. ``explanation`` adds what
    the condition does not contain.
    """

    status: ConditionStatus | None = None
    reason: Reason | None = None
    message: str | None = None
    terminal: bool = False
    retries: bool = False
    creates_job: bool = False
    adopted_job: str | None = None
    snapshot_url: str | None = None
    explanation: str | None = None


def predict_outcome(situation: Situation) -> Outcome:
    """The outcome of the next reconcile of the backup."""
    if situation.hosted_control_plane is None:
        return _failure(f"HostedControlPlane not found in namespace {situation.namespace}")
    if unhealthy := _etcd_problem(situation.etcd):
        return _waiting(Reason.ETCD_UNHEALTHY, unhealthy)
    if situation.own_jobs:
        return _adopt(situation.own_jobs[0], hosted_cluster=situation.hosted_cluster)
    for job in situation.other_jobs:
        if job.active > 0:
            return _refusal(
                Reason.REJECTED,
                f'rejected: backup Job "{job.name}" is already running for this HCP; '
                "delete this CR and retry after the active backup completes",
            )
    if situation.storage_type not in tuple(StorageType):
        return _failure(f"unsupported storage type: {situation.storage_type}")
    if not situation.secret_present:
        return _without_secret(situation)
    return _start(situation)


def _etcd_problem(etcd: EtcdReplicas | None) -> str | None:
    if etcd is None:
        return "etcd StatefulSet not found"
    desired = 1 if etcd.desired is None else etcd.desired
    if etcd.ready < desired:
        return f"etcd StatefulSet not fully ready: {etcd.ready}/{desired} replicas ready"
    return None


def _adopt(job: BackupJob, *, hosted_cluster: bool) -> Outcome:
    match job.state:
        case JobState.FAILED:
            return Outcome(
                status=ConditionStatus.FALSE,
                reason=Reason.FAILED,
                message=f"Backup Job failed: {job.failure}",
                terminal=True,
                adopted_job=job.name,
            )
        case JobState.COMPLETE if job.snapshot_url and not hosted_cluster:
            return Outcome(
                retries=True,
                adopted_job=job.name,
                explanation=_URL_CANNOT_BE_WRITTEN,
            )
        case JobState.COMPLETE:
            return Outcome(
                status=ConditionStatus.TRUE,
                reason=Reason.SUCCEEDED,
                message=SUCCESS_MESSAGE,
                terminal=True,
                adopted_job=job.name,
                snapshot_url=job.snapshot_url or None,
                explanation=None if job.snapshot_url else _URL_CANNOT_BE_READ,
            )
        case JobState.RUNNING:
            return Outcome(
                retries=True,
                adopted_job=job.name,
                explanation="no condition is written until the Job ends",
            )


def _without_secret(situation: Situation) -> Outcome:
    rule = situation.version.behaviour.missing_secret
    message = (
        f'credential Secret "{situation.secret}" not found '
        f'in namespace "{situation.operator_namespace}"'
    )
    if rule.waiting_reason and situation.seconds_since_creation < rule.waiting_seconds:
        return _waiting(Reason(rule.waiting_reason), message)
    return _refusal(Reason(rule.final_reason), message)


def _start(situation: Situation) -> Outcome:
    if not situation.pull_secret_present:
        return _failure(
            f'pull secret "{_PULL_SECRET}" in namespace "{situation.namespace}": '
            f'secrets "{_PULL_SECRET}" not found'
        )
    never = situation.image_problem or next(_label_problems(situation), None)
    if never:
        return Outcome(
            retries=True,
            explanation=(f"{never}; the operator retries this forever and sets no condition"),
        )
    return Outcome(
        status=ConditionStatus.FALSE,
        reason=Reason.IN_PROGRESS,
        message="Backup Job created, waiting for completion",
        retries=True,
        creates_job=True,
    )


def _label_problems(situation: Situation) -> Iterator[str]:
    labels = {
        "name of the backup": situation.name,
        "name of the HostedControlPlane": str(situation.hosted_control_plane),
        "namespace of the backup": situation.namespace,
    }
    for what, value in labels.items():
        for problem in label_value_problems(value):
            yield f"the Job cannot be created, as the {what} becomes a label's value: {problem}"


def _waiting(reason: Reason, message: str) -> Outcome:
    return Outcome(status=ConditionStatus.FALSE, reason=reason, message=message, retries=True)


def _failure(message: str) -> Outcome:
    return _refusal(Reason.FAILED, message)


def _refusal(reason: Reason, message: str) -> Outcome:
    return Outcome(status=ConditionStatus.FALSE, reason=reason, message=message, terminal=True)
