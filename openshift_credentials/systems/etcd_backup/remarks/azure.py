"""Notices about a stack on Azure, from the settings alone."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.azure.clouds import UPLOAD_ENDPOINT_RULE, AzureCloud, facts_of
from openshift_credentials.platforms.azure.locations import lacks_zones
from openshift_credentials.platforms.azure.managed_identity.judgement import (
    Expected,
    judge_document,
)
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.etcd_backup.plan.azure import (
    assigns_roles,
    managed_identity,
    plan_federations,
    plan_grants,
)
from openshift_credentials.systems.etcd_backup.rules.names import SERVICE_ACCOUNT
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    AzureBlobUpload,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)
from openshift_credentials.systems.etcd_backup.settings.azure_groups import (
    ImmutabilityState,
    PublicNetworkAccess,
)

REMARKS: Final = package_notices(__package__ or "", "azure.yaml")


def notes(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[Notice]:
    """The exact issuer and subjects of the identity's federation."""
    identity = managed_identity(upload)
    if identity is None:
        return
    federations = plan_federations(settings, identity)
    issuer = federations[0].issuer
    slash = "with" if issuer.endswith("/") else "without"
    subjects = ", ".join(federation.subject for federation in federations)
    yield REMARKS["issuer-verbatim"].fill(
        issuer=issuer, slash=slash, subjects=subjects, audience=federations[0].audience
    )


def warnings(
    settings: EtcdBackupSettings, upload: AzureBlobUpload, now: datetime
) -> Iterator[Notice]:
    """Risks and weaknesses of the stack; ``now`` has a time zone."""
    storage = upload.storage
    yield from _account_warnings(storage)
    yield from _network_warnings(storage)
    if storage.retention_days and not settings.backs_up_directly:
        yield REMARKS["retention-without-backups"]
    match identity := upload.identity:
        case AzureWorkloadIdentity():
            yield from _annotation_warnings(settings, identity)
        case AzureClientSecret():
            yield REMARKS["client-secret"]
        case AzureManagedIdentity():
            yield from _document_warnings(storage, identity, now)
        case _:
            assert_never(identity)
    yield from _role_warnings(settings, upload)


def _account_warnings(storage: AzureBlobStorage) -> Iterator[Notice]:
    if storage.makes_account and storage.sku.has_zones and lacks_zones(storage.location):
        yield REMARKS["no-zones"].fill(sku=storage.sku, location=storage.location)
    if storage.cloud is not AzureCloud.PUBLIC:
        yield REMARKS["cloud-unreachable"].fill(
            cloud=storage.cloud, upload_endpoint_rule=UPLOAD_ENDPOINT_RULE
        )
    if storage.allow_shared_key_access:
        yield REMARKS["account-keys"]
    if not storage.makes_account:
        yield REMARKS["account-not-changed"].fill(storage_account=storage.storage_account)
    if storage.delete_snapshots:
        yield REMARKS["deletes-snapshots"]
    if storage.immutability and storage.immutability.state is ImmutabilityState.LOCKED:
        yield REMARKS["immutability-locked"]


def _network_warnings(storage: AzureBlobStorage) -> Iterator[Notice]:
    rules = storage.network_rules
    if rules and not rules.subnet_ids:
        yield REMARKS["network-rules-in-region"].fill(location=storage.location)
    closed = storage.public_network_access is not PublicNetworkAccess.ENABLED
    if storage.private_endpoint and not closed and rules is None:
        yield REMARKS["public-endpoint-open"]
    copy = storage.replication
    if closed and copy and not copy.existing and copy.private_endpoint is None:
        yield REMARKS["copy-closed"].fill(public_network_access=storage.public_network_access)
    if closed and storage.private_endpoint is None:
        yield REMARKS["private-network"].fill(public_network_access=storage.public_network_access)


def _annotation_warnings(
    settings: EtcdBackupSettings, identity: AzureWorkloadIdentity
) -> Iterator[Notice]:
    account = f"{settings.cluster.operator_namespace}/{SERVICE_ACCOUNT}"
    if identity.annotate_service_account:
        yield REMARKS["annotation-shared"].fill(account=account)
    else:
        yield REMARKS["annotation-kept"].fill(account=account)


def _document_warnings(
    storage: AzureBlobStorage, identity: AzureManagedIdentity, now: datetime
) -> Iterator[Notice]:
    document = identity.managed_identity_document
    if is_sealed(document):
        return
    expected = Expected(storage.tenant_id, facts_of(storage.cloud).authority, identity.client_id)
    for notice in judge_document(document.get_secret_value().encode(), expected, now):
        if notice.severity is Severity.WARNING:
            yield replace(notice, setting="etcdBackup.credentials.managedIdentityDocument")


def _role_warnings(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[Notice]:
    identity = upload.identity
    if not assigns_roles(upload):
        needed = " and ".join(
            f"{grant.role.name} on {grant.scope}" for grant in plan_grants(settings, upload)
        )
        yield REMARKS["no-role-assigned"].fill(needed=needed)
    if identity.custom_role and identity.restore:
        yield REMARKS["custom-role-and-velero"]
    if managed_identity(upload) is None and settings.backs_up_directly:
        yield REMARKS["annotation-removed"].fill(
            operator_namespace=settings.cluster.operator_namespace, service_account=SERVICE_ACCOUNT
        )
