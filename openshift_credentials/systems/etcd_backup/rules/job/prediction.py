"""The Job and the ServiceAccount after the operator has started a backup.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``
(``createBackupJob``, ``ensureServiceAccount``) at commit 3ee9615567ac. Fields that the API server
sets or defaults are omitted.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import JsonObject, object_member, text_member
from openshift_credentials.platforms.azure.federation import CLIENT_ID_ANNOTATION
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OPERATOR_NAMESPACE

from ..credentials import Detection, detect
from ..defaults import JOB_DEADLINE_SECONDS
from ..modes import Proof, mode_facts
from ..names import SERVICE_ACCOUNT
from ..versions import ContractVersion
from .upload import SNAPSHOT_DIRECTORY, SNAPSHOT_FILE, SNAPSHOT_VOLUME, UploadContainer, json_text, upload_container
from .webhook import WebhookAdditions, webhook_additions

SECONDS_AFTER_END: Final = 600
"""How long a finished Job stays (``ttlSecondsAfterFinished``)."""

_CERTIFICATES: Final = "etcd-certs"
_CERTIFICATES_DIRECTORY: Final = "/etc/etcd-certs"
_ETCD_CLIENT_PORT: Final = 2379
_SERVER_SIDE: Final = (
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Images:
    """``control_plane_operator`` runs ``fetch-certs`` and ``upload``, ``etcd`` ``snapshot``."""

    control_plane_operator: str
    etcd: str


@dataclass(frozen=True, slots=True)
class JobPrediction:
    """``job`` and ``service_account`` as JSON values, without server-side fields.

    ``webhook_additions`` are additions of the webhook to the pods; they are set only in mode
    ``azure-workload-identity``.
    """

    detection: Detection
    job: JsonObject
    service_account: JsonObject
    webhook_additions: WebhookAdditions | None


def predict_job(
    backup: Mapping[str, object],
    secret_data: Mapping[str, bytes],
    service_account: Mapping[str, object] | None = None,
    *,
    hosted_control_plane: str,
    images: Images,
    operator_namespace: str = DEFAULT_OPERATOR_NAMESPACE,
    version: ContractVersion = ContractVersion.CURRENT,
) -> JobPrediction:
    """The operator's Job for ``backup``, an HCPEtcdBackup that the API server accepts.

    ``secret_data`` is the decoded data of its Secret. ``service_account`` is the ServiceAccount
    ``etcd-backup-job`` as it is now, ``None`` if there is none: its annotation overrides the
    Secret's client ID.
    """
    storage = object_member(backup, "spec", "storage")
    detection = detect(text_member(storage, "storageType"), secret_data, version)
    upload = upload_container(detection.mode, detection, storage)
    metadata = object_member(backup, "metadata")
    request = _Request(text_member(metadata, "name"), text_member(metadata, "namespace"), hosted_control_plane)
    after = _service_account(service_account, operator_namespace, detection)
    annotations = object_member(after, "metadata", "annotations")
    return JobPrediction(
        detection=detection,
        job=_job(request, upload, images, operator_namespace),
        service_account=after,
        webhook_additions=webhook_additions(annotations) if upload.pod_labels else None,
    )


@dataclass(frozen=True, slots=True)
class _Request:
    name: str
    namespace: str
    hosted_control_plane: str

    @property
    def labels(self) -> dict[str, str]:
        return {
            "app": "etcd-backup",
            upstream.BACKUP_NAME_LABEL: self.name,
            upstream.CONTROL_PLANE_LABEL: self.hosted_control_plane,
            upstream.CONTROL_PLANE_NAMESPACE_LABEL: self.namespace,
        }


def _job(request: _Request, upload: UploadContainer, images: Images, operator_namespace: str) -> JsonObject:
    uploader: JsonObject = {
        "name": "upload",
        "image": images.control_plane_operator,
        "command": list(upload.command),
        **({"env": list(upload.env)} if upload.env else {}),
        "resources": {},
        "volumeMounts": list(upload.mounts),
    }
    pod: JsonObject = {
        "volumes": [
            {"name": _CERTIFICATES, "emptyDir": {}},
            {"name": SNAPSHOT_VOLUME, "emptyDir": {}},
            *upload.volumes,
        ],
        "initContainers": [_fetch_certs(request, images), _snapshot(request, images)],
        "containers": [uploader],
        "restartPolicy": "Never",
        "serviceAccountName": SERVICE_ACCOUNT,
    }
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {
            "generateName": f"etcd-backup-{request.name}-",
            "namespace": operator_namespace,
            "labels": request.labels,
        },
        "spec": {
            "activeDeadlineSeconds": JOB_DEADLINE_SECONDS,
            "backoffLimit": 0,
            "template": {"metadata": {"labels": {**request.labels, **upload.pod_labels}}, "spec": pod},
            "ttlSecondsAfterFinished": SECONDS_AFTER_END,
        },
    }


def _fetch_certs(request: _Request, images: Images) -> JsonObject:
    return {
        "name": "fetch-certs",
        "image": images.control_plane_operator,
        "command": [
            *("control-plane-operator", "fetch-etcd-certs"),
            *("--hcp-namespace", request.namespace),
            *("--output-dir", _CERTIFICATES_DIRECTORY),
        ],
        "resources": {},
        "volumeMounts": [{"name": _CERTIFICATES, "mountPath": _CERTIFICATES_DIRECTORY}],
    }


def _snapshot(request: _Request, images: Images) -> JsonObject:
    endpoint = f"https://etcd-client.{request.namespace}.svc:{_ETCD_CLIENT_PORT}"
    return {
        "name": "snapshot",
        "image": images.etcd,
        "command": [
            "/usr/bin/etcdctl",
            *("--endpoints", endpoint),
            *("--cacert", f"{_CERTIFICATES_DIRECTORY}/ca.crt"),
            *("--cert", f"{_CERTIFICATES_DIRECTORY}/etcd-client.crt"),
            *("--key", f"{_CERTIFICATES_DIRECTORY}/etcd-client.key"),
            *("snapshot", "save", SNAPSHOT_FILE),
        ],
        "env": [{"name": "ETCDCTL_API", "value": "3"}],
        "resources": {},
        "volumeMounts": [
            {"name": _CERTIFICATES, "readOnly": True, "mountPath": _CERTIFICATES_DIRECTORY},
            {"name": SNAPSHOT_VOLUME, "mountPath": SNAPSHOT_DIRECTORY},
        ],
    }


def _service_account(before: Mapping[str, object] | None, namespace: str, detection: Detection) -> JsonObject:
    after = copy.deepcopy(dict(before or {}))
    metadata = dict(object_member(after, "metadata"))
    annotations = dict(object_member(metadata, "annotations"))
    if mode_facts(detection.mode).proof is Proof.WEBHOOK_TOKEN:
        if not annotations.get(CLIENT_ID_ANNOTATION):
            annotations[CLIENT_ID_ANNOTATION] = json_text(detection.client_id)
    else:
        annotations.pop(CLIENT_ID_ANNOTATION, None)
    for name in (*_SERVER_SIDE, "annotations"):
        metadata.pop(name, None)
    metadata |= {"name": SERVICE_ACCOUNT, "namespace": namespace}
    if annotations:
        metadata["annotations"] = annotations
    return {"apiVersion": "v1", "kind": "ServiceAccount", **after, "metadata": metadata}
