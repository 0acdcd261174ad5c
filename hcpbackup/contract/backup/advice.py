"""What the API server does not check about an HCPEtcdBackup, but its user will miss.

Sources: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go`` (Job
labels and name) and ``etcd-upload/`` (key, encryption); "Bucket naming rules" and "Creating
object key names" of the Amazon S3 User Guide; "Naming and referencing containers, blobs, and
metadata" of the Azure Storage documentation; velero-io/velero, layout of a backup storage
location.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, cast

from hcpbackup.contract import text_rules
from hcpbackup.contract.backup.object_names import LABEL_LIMIT
from hcpbackup.contract.backup.verdict import Advice, Severity
from hcpbackup.contract.names import BACKUP_NAME_LIMIT

_KEY_LIMIT: Final = 1024
_OBJECT_NAME: Final = "/1775575637.db"
_IP_LIKE: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){3}")
_PARTITION_OF_REGION: Final = {"cn": "aws-cn", "us-gov": "aws-us-gov"}
_VELERO_DIRECTORIES: Final = frozenset(
    {"backups", "kopia", "metadata", "plugins", "restic", "restores"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupStorageLocation:
    """Bucket (or container) and prefix of a Velero BackupStorageLocation."""

    bucket: str
    prefix: str = ""


def advise(
    manifest: Mapping[str, object],
    body: Mapping[str, object],
    backup_storage_location: BackupStorageLocation | None = None,
) -> Iterator[Advice]:
    """Advice on an object that the API server accepts.

    ``body`` is what is left of ``manifest`` after pruning. Of an object that is refused only the
    parts of the right type are looked at.
    """
    yield from _on_names(_mapping(manifest.get("metadata")))
    if manifest.get("status") is not None:
        yield _advice(
            "status-dropped",
            Severity.INFO,
            "status",
            "the API server drops the status of an object that is created",
            "leave it out",
        )
    storage = _mapping(_mapping(body.get("spec")).get("storage"))
    s3, azure_blob = _mapping(storage.get("s3")), _mapping(storage.get("azureBlob"))
    yield from _on_bucket(_text(s3, "bucket"))
    yield from _on_region(_text(s3, "region"), _text(s3, "kmsKeyARN"))
    for member, target in (("s3", s3), ("azureBlob", azure_blob)):
        prefix = _text(target, "keyPrefix")
        yield from _on_prefix(prefix, f"spec.storage.{member}.keyPrefix")
        bucket = _text(target, "bucket") or _text(target, "container")
        if backup_storage_location and prefix and bucket == backup_storage_location.bucket:
            yield from _on_location(prefix, backup_storage_location, member)
    if _text(azure_blob, "encryptionKeyURL"):
        yield _advice(
            "encryption-key-url",
            Severity.ERROR,
            "spec.storage.azureBlob.encryptionKeyURL",
            "the uploader sends this URL as the name of an encryption scope, and no URL is one, "
            "so every upload fails",
            "leave the field out and encrypt the storage account with a customer-managed key, "
            "or give the container a default encryption scope",
        )


def _on_names(metadata: Mapping[str, object]) -> Iterator[Advice]:
    name = _text(metadata, "name")
    if len(name) > LABEL_LIMIT:
        yield _advice(
            "name-over-63",
            Severity.ERROR,
            "metadata.name",
            f"the name has {len(name)} characters and becomes the value of a label on the Job, "
            "which has at most 63: the Job can never be created, and no condition says so",
            f"use a name of at most {BACKUP_NAME_LIMIT} characters",
        )
    elif len(name) > BACKUP_NAME_LIMIT:
        yield _advice(
            "name-over-45",
            Severity.WARNING,
            "metadata.name",
            f"the name has {len(name)} characters: the name of the Job is cut",
            f"use a name of at most {BACKUP_NAME_LIMIT} characters",
        )
    if not name and _text(metadata, "generateName"):
        yield _advice(
            "generated-name",
            Severity.WARNING,
            "metadata.generateName",
            "the name is not known before the object exists, so nothing can be said about it",
            f"set metadata.name, at most {BACKUP_NAME_LIMIT} characters",
        )
    if not _text(metadata, "namespace"):
        yield _advice(
            "namespace-missing",
            Severity.WARNING,
            "metadata.namespace",
            "without a namespace the object goes where the request or the kubeconfig says",
            "set it to the namespace of the hosted control plane",
        )


def _on_bucket(bucket: str) -> Iterator[Advice]:
    path = "spec.storage.s3.bucket"
    if _IP_LIKE.fullmatch(bucket):
        yield _advice(
            "bucket-looks-like-ip",
            Severity.ERROR,
            path,
            "S3 has no bucket whose name looks like an IP address",
            "correct the name",
        )
    if ".-" in bucket or "-." in bucket:
        yield _advice(
            "bucket-period-beside-hyphen",
            Severity.ERROR,
            path,
            "S3 has no bucket with a period beside a hyphen in its name",
            "correct the name",
        )


def _on_region(region: str, kms_key_arn: str) -> Iterator[Advice]:
    if region and not text_rules.AWS_REGION.pattern.fullmatch(region):
        yield _advice(
            "region-unusual",
            Severity.WARNING,
            "spec.storage.s3.region",
            f"{region!r} is not written like an AWS region",
            f"use the bucket's region, such as {text_rules.AWS_REGION.example}",
        )
    parts = kms_key_arn.split(":")
    if not region or len(parts) != 6:
        return
    path = "spec.storage.s3.kmsKeyARN"
    if parts[3] != region:
        yield _advice(
            "kms-region",
            Severity.ERROR,
            path,
            f"the key is in region {parts[3]!r} and the bucket in {region!r}: "
            "S3 encrypts only with keys of the bucket's own region",
            "use a key of the bucket's region",
        )
    partition = next(
        (p for front, p in _PARTITION_OF_REGION.items() if region.startswith(f"{front}-")), "aws"
    )
    if parts[1] != partition:
        yield _advice(
            "kms-partition",
            Severity.ERROR,
            path,
            f"the key is in partition {parts[1]!r} and region {region!r} in {partition!r}",
            "use a key of the bucket's partition",
        )


def _on_prefix(prefix: str, path: str) -> Iterator[Advice]:
    segments = prefix.split("/")
    if prefix.startswith("/"):
        yield _advice(
            "prefix-leading-slash",
            Severity.WARNING,
            path,
            "the object key will start with '/', a directory without a name",
            "leave the first '/' out",
        )
    if "//" in prefix:
        yield _advice(
            "prefix-double-slash",
            Severity.WARNING,
            path,
            "the object key will have a directory without a name ('//')",
            "use single slashes",
        )
    if "." in segments or ".." in segments:
        yield _advice(
            "prefix-dot-segment",
            Severity.WARNING,
            path,
            "the prefix has a part that is '.' or '..', which clients resolve or refuse",
            "use names for all parts",
        )
    if len(prefix.removesuffix("/")) + len(_OBJECT_NAME) > _KEY_LIMIT:
        yield _advice(
            "prefix-too-long-for-key",
            Severity.ERROR,
            path,
            f"with the name of the snapshot the object key has more than {_KEY_LIMIT} characters, "
            "so every upload fails",
            f"use at most {_KEY_LIMIT - len(_OBJECT_NAME)} characters",
        )


def _on_location(prefix: str, location: BackupStorageLocation, member: str) -> Iterator[Advice]:
    own = location.prefix.strip("/")
    inside = prefix.strip("/") + "/"
    if own and not inside.startswith(f"{own}/"):
        return
    below = inside.removeprefix(f"{own}/") if own else inside
    if below.split("/", maxsplit=1)[0] in _VELERO_DIRECTORIES:
        return
    yield _advice(
        "prefix-inside-backup-storage-location",
        Severity.ERROR,
        f"spec.storage.{member}.keyPrefix",
        "the prefix is a directory that Velero does not know at the top of its own backup "
        "storage location, which makes Velero mark the location unavailable",
        "use another bucket, or a prefix beside that of the location",
    )


def _advice(code: str, severity: Severity, path: str, message: str, way_out: str) -> Advice:
    return Advice(code, severity, path, message, way_out)


def _mapping(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _text(members: Mapping[str, object], name: str) -> str:
    value = members.get(name)
    return value if isinstance(value, str) else ""
