"""The backups that follow from settings: names and specs, as the CRD has them."""

from collections.abc import Iterator
from dataclasses import dataclass

from hcpbackup.contract.credentials import StorageType
from hcpbackup.contract.names import backup_name
from hcpbackup.settings import Backup, StackSettings


@dataclass(frozen=True, slots=True)
class PlannedBackup:
    """An HCPEtcdBackup to be made."""

    name: str
    namespace: str
    spec: dict[str, object]


def planned_backups(settings: StackSettings) -> Iterator[PlannedBackup]:
    """One backup an entry of ``backups``, in their order."""
    for backup in settings.backups:
        spec = backup_spec(settings, backup)
        identity = {"namespace": backup.namespace, "spec": spec, "mode": settings.mode.value}
        yield PlannedBackup(
            name=backup_name(backup.hosted_cluster, backup.trigger, identity),
            namespace=backup.namespace,
            spec=spec,
        )


def backup_spec(settings: StackSettings, backup: Backup) -> dict[str, object]:
    """``spec`` of the HCPEtcdBackup of one hosted cluster."""
    storage = settings.storage
    key_prefix = backup.key_prefix or storage.key_prefix
    credentials = {"name": settings.credentials.secret_name}
    if s3 := storage.s3:
        bucket: dict[str, object] = {
            "bucket": s3.bucket,
            "region": s3.region,
            "keyPrefix": key_prefix,
            "credentials": credentials,
        }
        if s3.kms_key_arn:
            bucket["kmsKeyARN"] = s3.kms_key_arn
        return {"storage": {"storageType": StorageType.S3.value, "s3": bucket}}
    blob = storage.azure_blob
    container: dict[str, object] = {
        "container": blob.container if blob else "",
        "storageAccount": blob.storage_account if blob else "",
        "keyPrefix": key_prefix,
        "credentials": credentials,
    }
    return {"storage": {"storageType": StorageType.AZURE_BLOB.value, "azureBlob": container}}
