"""A management cluster for tests: healthy, as an API server would answer, and changes of it."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Final

from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.systems.etcd_backup.live import cluster_reads
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.rules.job import Images, predict_job
from openshift_credentials.systems.etcd_backup.rules.payloads import encode
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings

_SERVED: Final[dict[str, dict[str, Any]]] = {"storageType": {}, "s3": {}, "azureBlob": {}}
_SCHEMA: Final[dict[str, Any]] = {"properties": {"spec": {"properties": {"storage": {"properties": _SERVED}}}}}


def healthy(settings: EtcdBackupSettings) -> dict[str, list[dict[str, Any]]]:
    """A cluster in which every backup of the stack could start now."""
    backups = plan_of(settings).backups
    return {
        cluster_reads.CRD: [
            {"spec": {"versions": [{"name": "v1beta1", "served": True, "schema": {"openAPIV3Schema": _SCHEMA}}]}}
        ],
        cluster_reads.OPERATOR: [
            {
                "status": {"readyReplicas": 1},
                "spec": {
                    "template": {
                        "spec": {
                            "containers": [
                                {"env": [{"name": "HYPERSHIFT_FEATURESET", "value": "TechPreviewNoUpgrade"}]}
                            ]
                        }
                    }
                },
            }
        ],
        cluster_reads.ISSUER: [{"issuer": settings.cluster.oidc_issuer}],
        cluster_reads.WEBHOOKS: [{"metadata": {"name": "azure-wi-webhook-mutating-webhook-configuration"}}],
        cluster_reads.BACKUPS: [],
        cluster_reads.JOBS: [],
        cluster_reads.PODS: [],
        cluster_reads.EVENTS: [],
        cluster_reads.CONTROL_PLANES: [
            {
                "metadata": {
                    "name": "one",
                    "namespace": each.namespace,
                    "annotations": {"hypershift.openshift.io/cluster": each.hosted_cluster},
                }
            }
            for each in backups
        ],
        cluster_reads.ETCD: [
            {
                "metadata": {"name": "etcd", "namespace": each.namespace},
                "spec": {"replicas": 3},
                "status": {"readyReplicas": 3},
            }
            for each in backups
        ],
        cluster_reads.PULL_SECRETS: [
            {"metadata": {"name": "pull-secret", "namespace": backup.namespace}} for backup in backups
        ],
    }


def with_backup(
    settings: EtcdBackupSettings, reason: str, message: str = "", url: str = ""
) -> dict[str, list[dict[str, Any]]]:
    """The cluster after the first backup: its object and the Job as the operator makes it."""
    cluster = healthy(settings)
    backup = plan_of(settings).backups[0]
    condition = {"type": "BackupCompleted", "reason": reason, "message": message}
    cluster[cluster_reads.BACKUPS] = [
        {
            "apiVersion": "hypershift.openshift.io/v1beta1",
            "kind": "HCPEtcdBackup",
            "metadata": {
                "name": backup.name,
                "namespace": backup.namespace,
                "creationTimestamp": "2026-11-21T10:00:00Z",
            },
            "spec": backup.spec,
            "status": {"conditions": [condition], **({"snapshotURL": url} if url else {})},
        }
    ]
    job: dict[str, Any] = copy.deepcopy(
        dict(
            predict_job(
                cluster[cluster_reads.BACKUPS][0],
                encode(plan_of(settings).form),
                hosted_control_plane="one",
                images=Images(control_plane_operator="cpo", etcd="etcd"),
                operator_namespace=settings.cluster.operator_namespace,
            ).job
        )
    )
    job["metadata"] |= {"name": "etcd-backup-x", "creationTimestamp": "2026-11-21T10:00:01Z"}
    cluster[cluster_reads.JOBS] = [job]
    if reason == "BackupInProgress":
        labels = {"batch.kubernetes.io/job-name": "etcd-backup-x"}
        pod = {"metadata": {"name": "etcd-backup-x-y", "labels": labels}, "spec": {}}
        cluster[cluster_reads.PODS] = [{**pod, "status": {"phase": "Running"}}]
    return cluster


def observed(cluster: Mapping[str, Sequence[Mapping[str, Any]]], **obstacles: Obstacle) -> Observed:
    """The cluster as it was read; names of obstacles have underscores for spaces."""
    hidden = {name.replace("_", " "): each for name, each in obstacles.items()}
    return Observed({k: v for k, v in cluster.items() if k not in hidden}, hidden)
