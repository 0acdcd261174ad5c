"""Facts of a failed backup that have no message, as texts that the causes recognize.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``: a backup
without a condition, a Job taken over by name, a client ID that is never replaced.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.json_values import text_member
from openshift_credentials.live.observed import (
    Object,
    Observed,
    Obstacle,
    annotations_of,
    name_of,
    namespace_of,
)
from openshift_credentials.platforms.azure.federation import CLIENT_ID_ANNOTATION
from openshift_credentials.systems.etcd_backup.live import places
from openshift_credentials.systems.etcd_backup.live.diagnosis import Evidence
from openshift_credentials.systems.etcd_backup.live.gate import gate_is_on
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus
from openshift_credentials.systems.etcd_backup.rules.modes import Proof, mode_facts
from openshift_credentials.systems.etcd_backup.rules.names import SERVICE_ACCOUNT
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings

LABEL_LIMIT: Final = 63
"""Characters of a label, in which the operator writes the backup's name."""


def facts_of(
    settings: EtcdBackupSettings, backup: Object, jobs: Sequence[Object], observed: Observed
) -> Iterator[Evidence]:
    """Facts about one backup."""
    about = f"{namespace_of(backup)}/{name_of(backup)}"
    status = BackupStatus.of(backup.get("status"))
    for job in jobs:
        if _creation_time(job) < _creation_time(backup):
            yield Evidence(f"Job {name_of(job)}", "the Job is older than the backup", about)
    if status.succeeded:
        if not status.snapshot_url:
            yield Evidence(f"HCPEtcdBackup {about}", "succeeded without a snapshot URL", about)
        return
    if not status.reason:
        yield from _without_condition(settings, backup, about, observed)
    if mode_facts(settings.mode).proof is Proof.WEBHOOK_TOKEN:
        yield from _client_id(settings, jobs, about, observed)


def _without_condition(
    settings: EtcdBackupSettings, backup: Object, about: str, observed: Observed
) -> Iterator[Evidence]:
    where = f"HCPEtcdBackup {about}"
    if len(name_of(backup)) > LABEL_LIMIT:
        yield Evidence(where, "the name must be no more than 63 characters", about)
    yield from of_operator(settings, observed, about)
    yield Evidence(where, "there is no condition", about)


def of_operator(
    settings: EtcdBackupSettings, observed: Observed, about: str = ""
) -> Iterator[Evidence]:
    """Why the operator would process no backup."""
    place = f"Deployment {settings.cluster.operator_namespace}/operator"
    operator = observed.one(places.OPERATOR)
    if operator is None:
        if observed.obstacle(places.OPERATOR) is Obstacle.ABSENT:
            yield Evidence(place, "the operator is not there", about)
    elif not gate_is_on(operator):
        yield Evidence(place, "feature gate HCPEtcdBackup is off", about)
    elif not (operator.get("status") or {}).get("readyReplicas"):
        yield Evidence(place, "no replica of the operator is ready", about)


def _client_id(
    settings: EtcdBackupSettings, jobs: Sequence[Object], about: str, observed: Observed
) -> Iterator[Evidence]:
    account = observed.one(places.ACCOUNT)
    where = f"ServiceAccount {settings.cluster.operator_namespace}/{SERVICE_ACCOUNT}"
    wanted = settings.credentials.client_id
    found = annotations_of(account).get(CLIENT_ID_ANNOTATION) if account else None
    if found and wanted and found.lower() != wanted.lower():
        text = f"the annotation has client ID {found}, not {wanted} of the stack"
        yield Evidence(where, text, about)
    if jobs and account is not None and not found:
        yield Evidence(where, "the ServiceAccount has no client ID annotation", about)


def _creation_time(item: Object) -> str:
    return text_member(item, "metadata", "creationTimestamp")
