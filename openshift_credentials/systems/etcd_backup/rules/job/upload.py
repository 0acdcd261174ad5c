"""Parts of the Job that depend on the mode: container ``upload``, volumes, the pod's label.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``
(``buildUploadArgs``, ``buildUploadContainer``, ``buildJobVolumes``) and ``credentials.go`` at
commit 3ee9615567ac.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from openshift_credentials.base.json_values import JsonObject, object_member, text_member
from openshift_credentials.platforms.aws.arns import STS_AUDIENCE
from openshift_credentials.platforms.go.text import replace_surrogates
from openshift_credentials.platforms.kubernetes import upstream

from ..credentials import CredentialMode, Detection, StorageType
from ..modes import Proof, mode_facts, storage_member

SNAPSHOT_VOLUME: Final = "etcd-backup"
SNAPSHOT_DIRECTORY: Final = "/etc/etcd-backup"
SNAPSHOT_FILE: Final = f"{SNAPSHOT_DIRECTORY}/snapshot.db"

WORKLOAD_IDENTITY_LABEL: Final = upstream.WORKLOAD_IDENTITY_LABEL

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
            env = (
                {"name": "AWS_ROLE_ARN", "value": json_text(detection.role_arn)},
                {"name": "AWS_WEB_IDENTITY_TOKEN_FILE", "value": f"{_TOKEN_DIRECTORY}/token"},
            )
            volumes = ({"name": _TOKEN_VOLUME, "projected": {"sources": [_token_source()]}},)
        case Proof.WEBHOOK_TOKEN:
            labels = {WORKLOAD_IDENTITY_LABEL: "true"}
        case _:
            assert_never(proof)
    return UploadContainer(
        command=tuple(_command(mode, storage)), mounts=tuple(mounts), env=env, volumes=volumes, pod_labels=labels
    )


def target_of(storage: Mapping[str, object]) -> Mapping[str, object]:
    """The member of ``spec.storage`` that belongs to its type."""
    return object_member(storage, storage_member(_storage_type(storage)))


def credentials_of(storage: Mapping[str, object]) -> Mapping[str, object]:
    """The reference to the credential Secret."""
    return object_member(target_of(storage), "credentials")


def json_text(text: str | None) -> str:
    """``text`` as it arrives in the Job: each byte that is not UTF-8 becomes U+FFFD.

    The operator keeps the bytes, but its request to the API server is JSON, and Go's
    ``encoding/json`` writes U+FFFD for every byte that it cannot decode. The lone surrogates of
    :mod:`openshift_credentials.platforms.go.text` represent exactly those bytes. ``None`` becomes
    an empty string.
    """
    return replace_surrogates(text) if text else ""


def _command(mode: CredentialMode, storage: Mapping[str, object]) -> Sequence[str]:
    target, facts = target_of(storage), mode_facts(mode)
    words = ["control-plane-operator", "etcd-upload", "--snapshot-path", SNAPSHOT_FILE]
    encryption: list[str] = []
    match storage_type := _storage_type(storage):
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


def _token_source() -> JsonObject:
    return {"serviceAccountToken": {"audience": STS_AUDIENCE, "expirationSeconds": _TOKEN_SECONDS, "path": "token"}}


def _mount(volume: str, path: str) -> JsonObject:
    return {"name": volume, "readOnly": True, "mountPath": path}
