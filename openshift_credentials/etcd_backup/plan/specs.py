"""Specs of backups, as the CRD has them."""

from openshift_credentials.etcd_backup.rules.credentials import StorageType
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings


def backup_spec(settings: EtcdBackupSettings, key_prefix: str) -> dict[str, object]:
    """``spec`` of an HCPEtcdBackup whose snapshot goes below ``key_prefix``."""
    credentials = {"name": settings.credentials.secret_name}
    if s3 := settings.storage.s3:
        bucket: dict[str, object] = {
            "bucket": s3.bucket,
            "region": s3.region,
            "keyPrefix": key_prefix,
            "credentials": credentials,
        }
        if s3.kms_key_arn:
            bucket["kmsKeyARN"] = s3.kms_key_arn
        return {"storage": {"storageType": StorageType.S3.value, "s3": bucket}}
    blob = settings.storage.azure_blob
    container: dict[str, object] = {
        "container": blob.container if blob else "",
        "storageAccount": blob.storage_account if blob else "",
        "keyPrefix": key_prefix,
        "credentials": credentials,
    }
    return {"storage": {"storageType": StorageType.AZURE_BLOB.value, "azureBlob": container}}
