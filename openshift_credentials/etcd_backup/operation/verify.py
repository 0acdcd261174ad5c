"""What came of the backups of a stack: the object, the Job beside the predicted one, the pod.

Sources: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go`` for Job
and conditions; Kubernetes API conventions for the defaults that an API server adds.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from openshift_credentials.azure.federation import CLIENT_ID_ANNOTATION
from openshift_credentials.etcd_backup.diagnosis import CAUSES, diagnose
from openshift_credentials.etcd_backup.operation import places
from openshift_credentials.etcd_backup.operation.evidence import (
    created,
    evidence_of,
    jobs_of,
    pods_of,
)
from openshift_credentials.etcd_backup.plan import PlannedBackup, planned_backups
from openshift_credentials.etcd_backup.plan.secret_form import secret_form
from openshift_credentials.etcd_backup.rules.backup_status import BackupStatus
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.etcd_backup.rules.job import Images, predict_job
from openshift_credentials.etcd_backup.rules.names import SERVICE_ACCOUNT
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.operation.check import (
    Check,
    Purpose,
    State,
    failed,
    passed,
    unread,
    warned,
)
from openshift_credentials.operation.observed import (
    Object,
    Observed,
    annotations_of,
    labels_of,
    name_of,
)
from openshift_credentials.stack.tree import as_group

_TOKEN_VARIABLE: Final = "AZURE_FEDERATED_TOKEN_FILE"  # noqa: S105
_IGNORED: Final = frozenset({"image", "generateName", "namespace"})


def verify(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    """A verdict on every backup of the stack; one that is broken never hides another."""
    yield from unread(places.reads(settings, Purpose.VERIFY), observed)
    for backup in planned_backups(settings):
        found = next(
            (
                each
                for each in observed.in_namespace(places.BACKUPS, backup.namespace)
                if name_of(each) == backup.name
            ),
            None,
        )
        yield _object(backup, found)
        if found is not None:
            yield from _job(settings, backup, found, observed)


def _object(backup: PlannedBackup, found: Object | None) -> Check:
    subject = f"{backup.hosted_cluster} ({backup.namespace}/{backup.name})"
    if found is None:
        return Check(
            code="backup-missing",
            state=State.UNKNOWN,
            subject=subject,
            detail="the HCPEtcdBackup does not exist: it is not made yet, or the operator's "
            "retention has removed it",
            way_out="run 'pulumi up' with a new trigger for another backup",
        )
    return of_status(subject, BackupStatus.of(found.get("status")))


def of_status(subject: str, status: BackupStatus) -> Check:
    """The verdict in the status of a backup."""
    if status.succeeded:
        if status.snapshot_url:
            return passed("backup-succeeded", subject, status.snapshot_url)
        return warned(
            "snapshot-url-missing",
            subject,
            "the backup succeeded, but the operator could not read the URL of the snapshot",
            "look below the key prefix of the backup",
        )
    said = f"{status.reason}: {status.message}" if status.reason else "no condition yet"
    problem = status.problem or ""
    way_out = problem.removeprefix(said).removeprefix("no condition").lstrip("; ")
    if status.has_ended:
        return failed("backup-failed", subject, said, way_out)
    return Check(
        code="backup-not-ended", state=State.UNKNOWN, subject=subject, detail=said, way_out=way_out
    )


def _job(
    settings: EtcdBackupSettings, backup: PlannedBackup, found: Object, observed: Observed
) -> Iterator[Check]:
    jobs = jobs_of(observed, backup.namespace, backup.name)
    if not jobs:
        return
    job, subject = jobs[0], f"Job {name_of(jobs[0])}"
    if created(job) < created(found):
        yield warned(
            "adopted-job",
            subject,
            "the Job is older than the backup: the operator took over the result of an earlier "
            "backup of the same name, and no new snapshot was made",
            "give a new trigger",
        )
    account = observed.one(places.ACCOUNT)
    differing = list(differences(_predicted(settings, found, job, account), job))
    if differing:
        yield failed(
            "job-differs",
            subject,
            f"the Job is not the one that was predicted: {'; '.join(differing[:5])}",
            "check etcdBackup.contractVersion and the Secret, with the verb 'detect'",
        )
    else:
        yield passed("job", subject, f"the Job is the predicted one ({settings.mode})")
    if settings.mode is CredentialMode.AZURE_WORKLOAD_IDENTITY:
        yield from _webhook(job, account, observed)
    texts = evidence_of(found, jobs, observed)
    if not BackupStatus.of(found.get("status")).succeeded:
        for each in diagnose(texts, CAUSES):
            yield failed(each.cause.code, subject, each.evidence.quoted, each.cause.way_out)


def _webhook(job: Object, account: Object | None, observed: Observed) -> Iterator[Check]:
    for pod in pods_of(job, observed):
        variables = {
            variable.get("name")
            for container in pod["spec"].get("containers") or ()
            for variable in container.get("env") or ()
        }
        if _TOKEN_VARIABLE not in variables:
            yield failed(
                "azure-no-webhook",
                f"pod {name_of(pod)}",
                "the webhook of Azure workload identity did not change the pod",
                "install the webhook, then give a new trigger",
            )
    if account is not None and not annotations_of(account).get(CLIENT_ID_ANNOTATION):
        yield failed(
            "azure-no-annotation",
            f"ServiceAccount {SERVICE_ACCOUNT}",
            "the ServiceAccount has no client ID: a backup in another mode has removed it",
            "run 'pulumi refresh' and 'pulumi up', then give a new trigger",
        )


def _predicted(
    settings: EtcdBackupSettings, backup: Object, job: Object, account: Object | None
) -> Mapping[str, Any]:
    plane = labels_of(job).get("hypershift.openshift.io/hcp", "")
    return predict_job(
        backup,
        secret_form(settings),
        account,
        hosted_control_plane=plane,
        images=Images(control_plane_operator="", etcd=""),
        operator_namespace=settings.cluster.operator_namespace,
        version=settings.contract_version,
    ).job


def differences(expected: object, actual: object, path: str = "") -> Iterator[str]:
    """Where ``actual`` lacks or contradicts ``expected``; what the API server adds is passed over.

    Images are those of the hosted cluster's release, which nothing predicts.
    """
    if isinstance(expected, Mapping):
        members = as_group(actual)
        for key, value in cast("Mapping[str, object]", expected).items():
            if key not in _IGNORED and not (key == "name" and path == ".metadata"):
                yield from differences(value, members.get(key), f"{path}.{key}")
    elif isinstance(expected, list):
        items = cast("list[object]", expected)
        others = cast("list[object]", actual) if isinstance(actual, list) else list[object]()
        if len(items) > len(others):
            yield f"{path.removeprefix('.')} has {len(others)} entries, not {len(items)}"
            return
        for index, item in enumerate(items):
            yield from differences(item, others[index], f"{path}[{index}]")
    elif expected != actual:
        yield f"{path.removeprefix('.')} is {actual!r}, not {expected!r}"
