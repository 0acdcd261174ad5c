"""Notices about a stack on Azure, from the settings alone."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.azure.clouds import UPLOAD_ENDPOINT_RULE, AzureCloud, facts_of
from openshift_credentials.platforms.azure.managed_identity.judgement import Expected, judge_document
from openshift_credentials.stack.secret_texts import is_sealed

from ..plan.azure import assigns_roles, managed_identity, plan_grants
from ..rules.names import SERVICE_ACCOUNT
from ..settings import (
    AzureBlobStorage,
    AzureBlobUpload,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)
from ..settings.azure import ImmutabilityState

REMARKS: Final = package_notices(__package__ or "", "azure.yaml")


def warnings(settings: EtcdBackupSettings, upload: AzureBlobUpload, now: datetime) -> Iterator[Notice]:
    """Risks and weaknesses of the stack; ``now`` has a time zone."""
    storage = upload.storage
    yield from _account_warnings(storage)
    match identity := upload.identity:
        case AzureWorkloadIdentity() | AzureClientSecret():
            pass
        case AzureManagedIdentity():
            yield from _document_warnings(storage, identity, now)
        case _:
            assert_never(identity)
    yield from _role_warnings(settings, upload)


def _account_warnings(storage: AzureBlobStorage) -> Iterator[Notice]:
    if storage.cloud is not AzureCloud.PUBLIC:
        yield REMARKS["cloud-unreachable"].fill(cloud=storage.cloud, upload_endpoint_rule=UPLOAD_ENDPOINT_RULE)
    if storage.delete_snapshots:
        yield REMARKS["deletes-snapshots"]
    if storage.immutability and storage.immutability.state is ImmutabilityState.LOCKED:
        yield REMARKS["immutability-locked"]


def _document_warnings(storage: AzureBlobStorage, identity: AzureManagedIdentity, now: datetime) -> Iterator[Notice]:
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
        needed = " and ".join(f"{grant.role.name} on {grant.scope}" for grant in plan_grants(upload))
        yield REMARKS["no-role-assigned"].fill(needed=needed)
    if identity.custom_role and identity.restore:
        yield REMARKS["custom-role-and-velero"]
    if managed_identity(upload) is None and settings.backs_up_directly:
        yield REMARKS["annotation-removed"].fill(
            operator_namespace=settings.cluster.operator_namespace, service_account=SERVICE_ACCOUNT
        )
