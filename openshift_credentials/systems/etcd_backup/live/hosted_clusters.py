"""Prerequisites of a hosted cluster for a successful backup.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``
(``validatePrerequisites``).
"""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.json_values import object_member, whole_number_member
from openshift_credentials.live.check import Check, failure, success, warning
from openshift_credentials.live.managed import import_command
from openshift_credentials.live.observed import (
    Object,
    Observed,
    annotations_of,
    is_managed_by_pulumi,
    labels_of,
    name_of,
    namespace_of,
)
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.systems.etcd_backup.live import places
from openshift_credentials.systems.etcd_backup.plan import PlannedBackup
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus

_CLUSTER_ANNOTATION: Final = "hypershift.openshift.io/cluster"
_NEEDED: Final = (
    places.CONTROL_PLANES,
    places.ETCD,
    places.PULL_SECRETS,
    places.JOBS,
    places.BACKUPS,
)


def hosted_cluster(backup: PlannedBackup, observed: Observed) -> Iterator[Check]:
    """Problems that prevent the backup of a hosted cluster."""
    subject = backup.hosted_cluster
    planes = observed.in_namespace(places.CONTROL_PLANES, backup.namespace)
    if not planes and observed.were_read(places.CONTROL_PLANES):
        yield failure(
            "no-hosted-control-plane",
            subject,
            f"namespace {backup.namespace} has no HostedControlPlane",
            "correct the hosted cluster, or set hostedControlPlaneNamespace",
        )
        return
    problems = [
        *_control_plane(backup, planes, observed),
        *_running(backup, observed),
        *_same_name(backup, observed),
    ]
    yield from problems
    if not problems and observed.were_read(*_NEEDED):
        yield success("hosted-cluster", subject, "the hosted control plane is ready for a backup")


def _control_plane(
    backup: PlannedBackup, planes: list[Object], observed: Observed
) -> Iterator[Check]:
    subject = backup.hosted_cluster
    for plane in planes[:1]:
        named = annotations_of(plane).get(_CLUSTER_ANNOTATION)
        if named != subject:
            yield failure(
                "other-hosted-cluster",
                subject,
                f"the HostedControlPlane in {backup.namespace} belongs to {named or 'nobody'}; the "
                "backup would be recorded there, or never finish",
                "correct hostedCluster or hostedControlPlaneNamespace",
            )
    sets = observed.in_namespace(places.ETCD, backup.namespace)
    if observed.were_read(places.ETCD):
        ready = [_replicas(member) for member in sets[:1]]
        if not ready or ready[0][0] < ready[0][1]:
            seen = f"{ready[0][0]} of {ready[0][1]} replicas ready" if ready else "not found"
            yield failure(
                "etcd-unhealthy",
                subject,
                f"StatefulSet etcd in {backup.namespace}: {seen}",
                "restore etcd; the operator does not start a backup before that",
            )
    pull_secrets = observed.in_namespace(places.PULL_SECRETS, backup.namespace)
    if not pull_secrets and observed.were_read(places.PULL_SECRETS):
        yield failure(
            "no-pull-secret",
            subject,
            f"namespace {backup.namespace} has no Secret pull-secret",
            "restore it; the backup would fail permanently",
        )


def _replicas(stateful_set: Object) -> tuple[int, int]:
    ready = whole_number_member(stateful_set, "status", "readyReplicas")
    wanted = whole_number_member(stateful_set, "spec", "replicas")
    return ready or 0, 1 if wanted is None else wanted


def _running(backup: PlannedBackup, observed: Observed) -> Iterator[Check]:
    for job in observed.all(places.JOBS):
        labels = labels_of(job)
        status = object_member(job, "status")
        if labels.get(upstream.CONTROL_PLANE_NAMESPACE_LABEL) == backup.namespace and status.get(
            "active"
        ):
            yield failure(
                "another-backup-runs",
                backup.hosted_cluster,
                f"backup Job {name_of(job)} is running; the operator would reject another",
                "wait until it has finished",
            )


def _same_name(backup: PlannedBackup, observed: Observed) -> Iterator[Check]:
    for existing in observed.in_namespace(places.BACKUPS, backup.namespace):
        if name_of(existing) != backup.name or is_managed_by_pulumi(existing):
            continue
        reason = BackupStatus.of(existing.get("status")).reason or "no condition"
        yield warning(
            "backup-exists",
            backup.hosted_cluster,
            f"HCPEtcdBackup {namespace_of(existing)}/{backup.name} exists ({reason})",
            "set a new trigger, or import it: "
            + import_command(resource_types.BACKUP, f"{backup.namespace}/{backup.name}"),
        )
