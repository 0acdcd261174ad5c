"""The HCPEtcdBackup of every hosted cluster: its name, its spec, and where its snapshot is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from ..rules.modes import storage_member
from ..rules.names import backup_name, default_template, render
from ..settings import AzureBlobStorage, EtcdBackupSettings, S3Storage


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBackup:
    """An HCPEtcdBackup to create; ``hosted_cluster`` is ``namespace/name``."""

    hosted_cluster: str
    name: str
    namespace: str
    spec: Mapping[str, Any]
    key_prefix: str


def plan_backups(settings: EtcdBackupSettings) -> Iterator[PlannedBackup]:
    """One backup an entry of ``backups``, in their order."""
    default = default_template(settings.storage.place.key_prefix)
    for backup in settings.backups:
        cluster, namespace = backup.hosted_cluster, backup.namespace
        key_prefix = render(backup.key_prefix or default, cluster)
        spec = backup_spec(settings, key_prefix)
        identity = {
            "namespace": namespace,
            "spec": spec,
            "mode": settings.mode.value,
            "contract": settings.contract_version.value,
        }
        yield PlannedBackup(
            hosted_cluster=cluster,
            name=backup_name(cluster, backup.trigger, identity),
            namespace=namespace,
            spec=spec,
            key_prefix=key_prefix,
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
