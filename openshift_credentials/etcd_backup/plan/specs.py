"""Specs of backups, as the CRD has them."""

from typing import assert_never

from openshift_credentials.etcd_backup.rules.modes import storage_member
from openshift_credentials.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)


def backup_spec(settings: EtcdBackupSettings, key_prefix: str) -> dict[str, object]:
    """``spec`` of an HCPEtcdBackup whose snapshot goes below ``key_prefix``."""
    credentials = {"name": settings.credentials.secret_name}
    storage_type = settings.storage.storage_type
    match place := settings.storage.place:
        case S3Storage():
            target: dict[str, object] = {"bucket": place.bucket, "region": place.region}
        case AzureBlobStorage():
            target = {"container": place.container, "storageAccount": place.storage_account}
        case _:
            assert_never(place)
    target |= {"keyPrefix": key_prefix, "credentials": credentials}
    if isinstance(place, S3Storage) and place.kms_key_arn:
        target["kmsKeyARN"] = place.kms_key_arn
    return {"storage": {"storageType": storage_type.value, storage_member(storage_type): target}}
