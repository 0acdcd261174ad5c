"""The HCPEtcdBackup of every hosted cluster: its name, its spec, and where its snapshot is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never
from urllib.parse import quote

from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.platforms.azure.identifiers import storage_account_id
from openshift_credentials.systems.etcd_backup.rules.key_prefix import (
    default_template,
    folder,
    render,
)
from openshift_credentials.systems.etcd_backup.rules.modes import storage_member
from openshift_credentials.systems.etcd_backup.rules.names import backup_name
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedBackup:
    """An HCPEtcdBackup to create; ``hosted_cluster`` is ``namespace/name``."""

    hosted_cluster: str
    name: str
    namespace: str
    spec: Mapping[str, Any]
    key_prefix: str
    console_link: str


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
            console_link=_console_link(settings, key_prefix),
        )


def _console_link(settings: EtcdBackupSettings, key_prefix: str) -> str:
    match place := settings.storage.place:
        case S3Storage():
            return s3_console_link(place.region, place.bucket, key_prefix)
        case AzureBlobStorage():
            return azure_portal_link(
                place.tenant_id,
                place.subscription_id,
                place.resource_group,
                place.storage_account,
                place.container,
            )
        case _:
            assert_never(place)


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


_S3_CONSOLES: Final = {
    "aws": "console.aws.amazon.com",
    "aws-us-gov": "console.amazonaws-us-gov.com",
    "aws-cn": "console.amazonaws.cn",
}


def s3_console_link(region: str, bucket: str, key_prefix: str) -> str:
    """The prefix of a bucket in the S3 console of the bucket's partition."""
    console = _S3_CONSOLES[partition_of(region)]
    prefix = quote(f"{folder(key_prefix)}/", safe="")
    return f"https://{console}/s3/buckets/{bucket}?region={region}&prefix={prefix}"


def azure_portal_link(
    tenant_id: str, subscription_id: str, resource_group: str, account: str, container: str
) -> str:
    """A container in the Azure portal, which has no link to a prefix."""
    account_id = quote(storage_account_id(subscription_id, resource_group, account), safe="")
    return (
        f"https://portal.azure.com/#@{tenant_id}/view/Microsoft_Azure_Storage"
        f"/ContainerMenuBlade/~/overview/storageAccountId/{account_id}/path/{container}"
    )
