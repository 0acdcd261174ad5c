"""The storage account and the container of the snapshots in Azure.

Source: Azure Resource Manager REST reference of Microsoft.Storage, ``StorageAccountProperties``,
``BlobContainer`` and ``BlobServiceProperties``.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import object_member, text_member, whole_number_member
from openshift_credentials.live.check import Check, Purpose, failure, success, warning
from openshift_credentials.live.cloud import ArmRead
from openshift_credentials.live.managed import absent, existing
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB
from openshift_credentials.systems.etcd_backup.live.account_limits import (
    CORRECTION,
    differences,
    obstacles_of_existing,
)
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings

ACCOUNT: Final = "Azure storage account"
COPIES: Final = "Azure storage account of the copies"
SERVICE: Final = "Azure blob service"
CONTAINER: Final = "Azure blob container"

_API: Final = "2023-05-01"


def store_reads(storage: AzureBlobStorage) -> Iterator[ArmRead]:
    """Requests about the account, the container, and an account of copies that the stack makes."""
    yield ArmRead(name=ACCOUNT, path=storage.account_id, api_version=_API)
    container = identifiers.container_id(storage.account_id, storage.container)
    yield ArmRead(name=CONTAINER, path=container, api_version=_API)
    if storage.container_immutability and not storage.makes_account:
        service = identifiers.blob_service_id(storage.account_id)
        yield ArmRead(name=SERVICE, path=service, api_version=_API)
    if (copy := storage.replication) and not copy.existing:
        yield ArmRead(name=COPIES, path=storage.id_of_copy(copy), api_version=_API)


def store_checks(
    settings: EtcdBackupSettings, storage: AzureBlobStorage, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Whether both are there, the stack's own, as safe as backups need them, and as planned."""
    yield from _account(settings, storage, observed, purpose)
    copies = observed.one(COPIES)
    if copies is not None and storage.replication:
        subject = f"storage account {storage.replication.storage_account}"
        yield from _limits(storage, object_member(copies, "properties"), subject, copy=True)
    yield from _container(settings, storage, observed, purpose)


def _account(
    settings: EtcdBackupSettings, storage: AzureBlobStorage, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    subject, account = f"storage account {storage.storage_account}", observed.one(ACCOUNT)
    if account is None:
        if observed.obstacle(ACCOUNT) is Obstacle.ABSENT:
            yield absent("account", subject, purpose, makes=storage.makes_account)
        return
    if storage.makes_account and purpose is Purpose.PREFLIGHT:
        yield existing(
            observed,
            resource_types.STORAGE_ACCOUNT,
            storage.account_id,
            f"set {BLOB}.existingAccount",
        )
    properties = object_member(account, "properties")
    wrong = [
        text
        for text, is_wrong in (
            ("allows public blobs", properties.get("allowBlobPublicAccess") is not False),
            ("accepts requests without TLS", properties.get("supportsHttpsTrafficOnly") is False),
            (
                f"accepts {properties.get('minimumTlsVersion') or 'any version of TLS'}",
                properties.get("minimumTlsVersion") not in ("TLS1_2", "TLS1_3"),
            ),
        )
        if is_wrong
    ]
    for shortcoming in wrong:
        yield warning("cloud-account-settings", subject, shortcoming, "see docs/azure.md")
    if not wrong:
        yield success("cloud-account-settings", subject, "allows no public access and requires TLS")
    if storage.makes_account:
        yield from _limits(storage, properties, subject, copy=False)
        return
    for detail, way_out in obstacles_of_existing(properties, oadp=settings.oadp.enabled):
        yield warning("cloud-account-limits", subject, detail, way_out)
    service = observed.one(SERVICE)
    if service is not None and not _is_versioned(service):
        yield failure(
            "cloud-account-unversioned",
            subject,
            "keeps no versions of blobs, which containerImmutability needs",
            f"enable versioning in the account, or remove {BLOB}.containerImmutability",
        )


def _is_versioned(service: Mapping[str, object]) -> bool:
    return object_member(service, "properties").get("isVersioningEnabled") is True


def _limits(
    storage: AzureBlobStorage, properties: Mapping[str, object], subject: str, *, copy: bool
) -> Iterator[Check]:
    wrong = list(differences(storage, properties, copy=copy))
    for detail, way_out in wrong:
        yield warning("cloud-account-limits", subject, detail, way_out)
    if not wrong:
        yield success("cloud-account-limits", subject, "limits access as the settings do")


def _container(
    settings: EtcdBackupSettings, storage: AzureBlobStorage, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    subject = f"container {storage.storage_account}/{storage.container}"
    found = observed.one(CONTAINER)
    if found is None:
        if observed.obstacle(CONTAINER) is Obstacle.ABSENT:
            yield absent("container", subject, purpose, makes=storage.makes_container)
        return
    if storage.makes_container and purpose is Purpose.PREFLIGHT:
        container = identifiers.container_id(storage.account_id, storage.container)
        way_out = f"set {BLOB}.existingContainer"
        yield existing(observed, resource_types.BLOB_CONTAINER, container, way_out)
    else:
        yield success("cloud-container", subject, "is there")
    properties = object_member(found, "properties")
    if storage.container_immutability:
        days = storage.container_immutability.days
        yield from _immutability(properties, subject, days)
    elif settings.oadp.enabled and _is_immutable(properties):
        yield failure(
            "cloud-container-immutable",
            subject,
            "has an immutability policy or a legal hold, and Velero overwrites the metadata of its "
            "backups",
            "use another container",
        )


def _is_immutable(properties: Mapping[str, object]) -> bool:
    return True in (properties.get("hasImmutabilityPolicy"), properties.get("hasLegalHold"))


def _immutability(properties: Mapping[str, object], subject: str, days: int) -> Iterator[Check]:
    """A policy of the planned days; a locked one can only be extended."""
    if object_member(properties, "immutableStorageWithVersioning").get("enabled") is not True:
        yield failure(
            "cloud-container-immutability",
            subject,
            "has no immutable storage with versions, which is enabled when a container is created",
            f"use another container, or remove {BLOB}.containerImmutability",
        )
        return
    policy = object_member(properties, "immutabilityPolicy", "properties")
    real = whole_number_member(policy, "immutabilityPeriodSinceCreationInDays")
    locked = text_member(policy, "state") == "Locked"
    if real == days:
        detail = f"blobs cannot be changed for {days} days{', and the policy is locked' * locked}"
        yield success("cloud-container-immutability", subject, detail)
        return
    plan = f"and the settings of the stack have {days}"
    if real is None:
        detail, way_out = f"has no immutability policy, {plan} days", CORRECTION
    elif locked and real > days:
        detail = f"has a locked policy of {real} days, {plan}: nobody can shorten it"
        way_out = f"set {BLOB}.containerImmutability.days to {real}"
    else:
        detail, way_out = f"has a policy of {real} days, {plan}", CORRECTION
    yield warning("cloud-container-immutability", subject, detail, way_out)
