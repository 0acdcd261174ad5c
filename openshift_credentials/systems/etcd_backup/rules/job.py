"""The Job, the ServiceAccount and the pods after the operator has started a backup.

Sources: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``
(``createBackupJob``, ``ensureServiceAccount``, ``buildUploadArgs``, ``buildUploadContainer``,
``buildJobVolumes``) and ``credentials.go`` at commit 3ee9615567ac; Azure/azure-workload-identity
``pkg/webhook/webhook.go`` and ``pkg/webhook/consts.go`` for what its webhook adds to the pods.
Fields that the API server sets or defaults are omitted.
"""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from openshift_credentials.base.json_values import JsonObject, object_member, text_member
from openshift_credentials.platforms.aws.names import STS_AUDIENCE
from openshift_credentials.platforms.azure.identifiers import (
    CLIENT_ID_ANNOTATION,
    TENANT_ID_ANNOTATION,
    TOKEN_EXCHANGE_AUDIENCE,
)
from openshift_credentials.platforms.go.text import replace_surrogates
from openshift_credentials.platforms.kubernetes import names as upstream
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OPERATOR_NAMESPACE

from .modes import ContractVersion, CredentialMode, Detection, Proof, StorageType, detect, mode_facts, storage_member
from .names import JOB_DEADLINE_SECONDS, SERVICE_ACCOUNT

SNAPSHOT_VOLUME: Final = "etcd-backup"
SNAPSHOT_DIRECTORY: Final = "/etc/etcd-backup"
SNAPSHOT_FILE: Final = f"{SNAPSHOT_DIRECTORY}/snapshot.db"

_CREDENTIALS_VOLUME: Final = "backup-credentials"
_CREDENTIALS_DIRECTORY: Final = "/etc/etcd-backup-creds"
_TOKEN_VOLUME: Final = "aws-iam-token"  # noqa: S105
_TOKEN_DIRECTORY: Final = "/var/run/secrets/aws-iam-token"  # noqa: S105
_TOKEN_SECONDS: Final = 3600


@dataclass(frozen=True, slots=True)
class UploadContainer:
    """The parts of the Job that depend on mode and storage, as JSON values.

    ``volumes`` are in addition to the two that every Job has; ``mounts`` are all of the container.
    """

    command: tuple[str, ...]
    mounts: tuple[JsonObject, ...]
    env: tuple[JsonObject, ...] = ()
    volumes: tuple[JsonObject, ...] = ()
    pod_labels: Mapping[str, str] = field(default_factory=dict[str, str])


def upload_container(mode: CredentialMode, detection: Detection, storage: Mapping[str, object]) -> UploadContainer:
    """What container ``upload`` gets.

    ``storage`` is ``spec.storage`` of an accepted HCPEtcdBackup. The role ARN of ``detection`` is
    put into the environment as JSON carries it, see :func:`json_text`.
    """
    mounts = [_mount(SNAPSHOT_VOLUME, SNAPSHOT_DIRECTORY)]
    env: tuple[JsonObject, ...] = ()
    volumes: tuple[JsonObject, ...] = ()
    labels: dict[str, str] = {}
    match proof := mode_facts(mode).proof:
        case Proof.FILE:
            mounts.append(_mount(_CREDENTIALS_VOLUME, _CREDENTIALS_DIRECTORY))
            secret = {"secretName": text_member(credentials_of(storage), "name")}
            volumes = ({"name": _CREDENTIALS_VOLUME, "secret": secret},)
        case Proof.PROJECTED_TOKEN:
            mounts.append(_mount(_TOKEN_VOLUME, _TOKEN_DIRECTORY))
            token = {"audience": STS_AUDIENCE, "expirationSeconds": _TOKEN_SECONDS, "path": "token"}
            env = (
                {"name": "AWS_ROLE_ARN", "value": json_text(detection.role_arn)},
                {"name": "AWS_WEB_IDENTITY_TOKEN_FILE", "value": f"{_TOKEN_DIRECTORY}/token"},
            )
            volumes = ({"name": _TOKEN_VOLUME, "projected": {"sources": [{"serviceAccountToken": token}]}},)
        case Proof.WEBHOOK_TOKEN:
            labels = {upstream.WORKLOAD_IDENTITY_LABEL: "true"}
        case _:
            assert_never(proof)
    return UploadContainer(
        command=tuple(_command(mode, storage)), mounts=tuple(mounts), env=env, volumes=volumes, pod_labels=labels
    )


def credentials_of(storage: Mapping[str, object]) -> Mapping[str, object]:
    """The reference to the credential Secret."""
    return object_member(storage, storage_member(_storage_type(storage)), "credentials")


def json_text(text: str | None) -> str:
    """``text`` as it arrives in the Job: each byte that is not UTF-8 becomes U+FFFD.

    The operator keeps the bytes, but its request to the API server is JSON, and Go's ``encoding/json`` writes U+FFFD
    for every byte that it cannot decode. The lone surrogates of :mod:`openshift_credentials.platforms.go.text`
    represent exactly those bytes. ``None`` becomes an empty string.
    """
    return replace_surrogates(text) if text else ""


def _command(mode: CredentialMode, storage: Mapping[str, object]) -> Sequence[str]:
    storage_type, facts = _storage_type(storage), mode_facts(mode)
    target = object_member(storage, storage_member(storage_type))
    words = ["control-plane-operator", "etcd-upload", "--snapshot-path", SNAPSHOT_FILE]
    encryption: list[str] = []
    match storage_type:
        case StorageType.S3:
            words += ["--storage-type", "S3"]
            words += ["--aws-bucket", text_member(target, "bucket")]
            words += ["--aws-region", text_member(target, "region")]
            if key := text_member(target, "kmsKeyARN"):
                encryption = ["--aws-kms-key-arn", key]
        case StorageType.AZURE_BLOB:
            words += ["--storage-type", "AzureBlob"]
            words += ["--azure-container", text_member(target, "container")]
            words += ["--azure-storage-account", text_member(target, "storageAccount")]
            if scope := text_member(target, "encryptionKeyURL"):
                encryption = ["--azure-encryption-scope", scope]
        case _:
            assert_never(storage_type)
    words += ["--key-prefix", text_member(target, "keyPrefix")]
    if facts.proof is Proof.FILE:
        words += ["--credentials-file", f"{_CREDENTIALS_DIRECTORY}/credentials"]
    if facts.azure_auth_type:
        words += ["--azure-auth-type", facts.azure_auth_type]
    return [*words, *encryption]


def _storage_type(storage: Mapping[str, object]) -> StorageType:
    """The storage type of an accepted object, which is always one of the CRD's types."""
    return StorageType(str(storage.get("storageType")))


def _mount(volume: str, path: str) -> JsonObject:
    return {"name": volume, "readOnly": True, "mountPath": path}


_EXPIRATION_ANNOTATION: Final = "azure.workload.identity/service-account-token-expiration"
_DEFAULT_EXPIRATION: Final = 3600
_VOLUME: Final = "azure-identity-token"
_DIRECTORY: Final = "/var/run/secrets/azure/tokens"


@dataclass(frozen=True, slots=True)
class WebhookAdditions:
    """Added to every container of the pod, if the webhook is installed; JSON values.

    ``unknown_env`` names variables whose values come from the webhook's own configuration.
    """

    env: tuple[JsonObject, ...]
    volume: JsonObject
    mount: JsonObject
    unknown_env: tuple[str, ...] = field(default=())


def webhook_additions(annotations: Mapping[str, object]) -> WebhookAdditions:
    """The additions for pods of a ServiceAccount with these annotations."""
    env: list[JsonObject] = [{"name": "AZURE_CLIENT_ID", "value": text_member(annotations, CLIENT_ID_ANNOTATION)}]
    unknown = ["AZURE_AUTHORITY_HOST"]
    if tenant := text_member(annotations, TENANT_ID_ANNOTATION):
        env.append({"name": "AZURE_TENANT_ID", "value": tenant})
    else:
        unknown.insert(0, "AZURE_TENANT_ID")
    env.append({"name": "AZURE_FEDERATED_TOKEN_FILE", "value": f"{_DIRECTORY}/{_VOLUME}"})
    given = text_member(annotations, _EXPIRATION_ANNOTATION)
    seconds = int(given) if given.isascii() and given.isdigit() else _DEFAULT_EXPIRATION
    token = {"audience": TOKEN_EXCHANGE_AUDIENCE, "expirationSeconds": seconds, "path": _VOLUME}
    volume: JsonObject = {"name": _VOLUME, "projected": {"sources": [{"serviceAccountToken": token}]}}
    mount: JsonObject = {"name": _VOLUME, "readOnly": True, "mountPath": _DIRECTORY}
    return WebhookAdditions(env=tuple(env), volume=volume, mount=mount, unknown_env=tuple(unknown))


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

    ``secret_data`` is the decoded data of its Secret. ``service_account`` is the ServiceAccount ``etcd-backup-job`` as
    it is now, ``None`` if there is none: its annotation overrides the Secret's client ID.
    """
    storage = object_member(backup, "spec", "storage")
    detection = detect(text_member(storage, "storageType"), secret_data, version)
    upload = upload_container(detection.mode, detection, storage)
    after = _service_account(service_account, operator_namespace, detection)
    annotations = object_member(after, "metadata", "annotations")
    return JobPrediction(
        detection=detection,
        job=_job(object_member(backup, "metadata"), upload, images, operator_namespace, hosted_control_plane),
        service_account=after,
        webhook_additions=webhook_additions(annotations) if upload.pod_labels else None,
    )


def _job(
    backup: Mapping[str, object],
    upload: UploadContainer,
    images: Images,
    operator_namespace: str,
    hosted_control_plane: str,
) -> JsonObject:
    name, namespace = text_member(backup, "name"), text_member(backup, "namespace")
    labels = {
        "app": "etcd-backup",
        upstream.BACKUP_NAME_LABEL: name,
        upstream.CONTROL_PLANE_LABEL: hosted_control_plane,
        upstream.CONTROL_PLANE_NAMESPACE_LABEL: namespace,
    }
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
        "initContainers": [_fetch_certs(namespace, images), _snapshot(namespace, images)],
        "containers": [uploader],
        "restartPolicy": "Never",
        "serviceAccountName": SERVICE_ACCOUNT,
    }
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"generateName": f"etcd-backup-{name}-", "namespace": operator_namespace, "labels": labels},
        "spec": {
            "activeDeadlineSeconds": JOB_DEADLINE_SECONDS,
            "backoffLimit": 0,
            "template": {"metadata": {"labels": {**labels, **upload.pod_labels}}, "spec": pod},
            "ttlSecondsAfterFinished": SECONDS_AFTER_END,
        },
    }


def _fetch_certs(namespace: str, images: Images) -> JsonObject:
    return {
        "name": "fetch-certs",
        "image": images.control_plane_operator,
        "command": [
            *("control-plane-operator", "fetch-etcd-certs"),
            *("--hcp-namespace", namespace),
            *("--output-dir", _CERTIFICATES_DIRECTORY),
        ],
        "resources": {},
        "volumeMounts": [{"name": _CERTIFICATES, "mountPath": _CERTIFICATES_DIRECTORY}],
    }


def _snapshot(namespace: str, images: Images) -> JsonObject:
    endpoint = f"https://etcd-client.{namespace}.svc:{_ETCD_CLIENT_PORT}"
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
