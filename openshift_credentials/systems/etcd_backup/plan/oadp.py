"""Results of the settings of OADP: Velero's location and its Schedules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from openshift_credentials.platforms.kubernetes.cron import resolve

from ..rules import oadp
from ..rules.oadp import Platform
from ..settings import AzureBlobStorage, EtcdBackupSettings, S3Storage


@dataclass(frozen=True, slots=True)
class PlannedSchedule:
    """A Velero Schedule to create, and the ConfigMap that it needs on KubeVirt."""

    name: str
    hosted_cluster: str
    labels: Mapping[str, str]
    spec: Mapping[str, Any]
    volume_policy: Mapping[str, str] | None = None


def source_secret(settings: EtcdBackupSettings) -> str:
    """Name of the Secret in OADP's namespace that the plugin copies."""
    own = oadp.OWN_SECRET if names_own_secret(settings) else oadp.SOURCE_SECRET
    return settings.oadp.secret_name or own


def names_own_secret(settings: EtcdBackupSettings) -> bool:
    """Whether the stack's BackupStorageLocation names the Secret; else the plugin falls back."""
    is_created = not settings.oadp.backup_storage_location.existing
    return is_created and oadp.names_credential(settings.mode)


def plan_location(settings: EtcdBackupSettings) -> dict[str, object] | None:
    """``spec`` of the BackupStorageLocation, or ``None`` if it exists and is not touched."""
    location = settings.oadp.backup_storage_location
    if location.existing:
        return None
    secret = source_secret(settings) if names_own_secret(settings) else None
    match place := settings.storage.place:
        case S3Storage():
            return oadp.s3_location(
                secret=secret,
                bucket=place.bucket,
                region=place.region,
                prefix=location.prefix,
                default=location.default,
            )
        case AzureBlobStorage():
            return oadp.azure_blob_location(
                secret=secret,
                container=place.container,
                storage_account=place.storage_account,
                resource_group=place.resource_group,
                subscription_id=place.subscription_id,
                prefix=location.prefix,
                default=location.default,
            )
        case _:
            assert_never(place)


def plan_schedules(settings: EtcdBackupSettings) -> Iterator[PlannedSchedule]:
    """One Schedule a hosted cluster and entry of ``etcdBackup.oadp.schedules``, in their order."""
    location = settings.oadp.backup_storage_location.name
    match place := settings.storage.place:
        case S3Storage():
            default = Platform.AWS
        case AzureBlobStorage():
            default = Platform.AZURE
        case _:
            assert_never(place)
    for entry in settings.oadp.schedules:
        platform = entry.platform or default
        for hosted_cluster in entry.hosted_clusters:
            name = oadp.schedule_name(hosted_cluster, entry.name)
            yield PlannedSchedule(
                name=name,
                hosted_cluster=hosted_cluster,
                labels=oadp.schedule_labels(hosted_cluster, location),
                spec=oadp.schedule_spec(
                    name,
                    hosted_cluster,
                    resolve(entry.schedule, f"{hosted_cluster}/{entry.name}"),
                    storage_location=location,
                    ttl=entry.ttl,
                    platform=platform,
                ),
                volume_policy=oadp.volume_policy() if platform is Platform.KUBEVIRT else None,
            )
