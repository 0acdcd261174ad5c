"""Notices about a stack on Azure, from the settings alone."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from openshift_credentials.base.notices import Notice, Severity
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


def notes(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[Notice]:
    """The exact issuer and subjects of the identity's federation."""
    identity = managed_identity(upload)
    if identity is None:
        return
    federations = plan_federations(settings, identity)
    issuer = federations[0].issuer
    slash = "with" if issuer.endswith("/") else "without"
    subjects = ", ".join(federation.subject for federation in federations)
    yield Notice(
        "issuer-verbatim",
        Severity.INFO,
        f"issuer {issuer} is copied verbatim, {slash} a trailing slash: if the slash differs from "
        "the iss claim of the cluster's tokens, Entra ID returns AADSTS700213; subjects "
        f"{subjects}; audience {federations[0].audience}",
        setting="cluster.oidcIssuer",
    )


def warnings(
    settings: EtcdBackupSettings, upload: AzureBlobUpload, now: datetime
) -> Iterator[Notice]:
    """Risks and weaknesses of the stack; ``now`` has a time zone."""
    storage = upload.storage
    yield from _account_warnings(storage)
    yield from _network_warnings(storage)
    if storage.retention_days and not settings.backs_up_directly:
        yield Notice(
            "retention-without-backups",
            Severity.WARNING,
            "there are no direct backups, and Velero deletes the backups of OADP; the stack "
            "creates no lifecycle rule",
            setting="etcdBackup.storage.azureBlob.retentionDays",
        )
    match identity := upload.identity:
        case AzureWorkloadIdentity():
            yield from _annotation_warnings(settings, identity)
        case AzureClientSecret():
            yield Notice(
                "client-secret",
                Severity.WARNING,
                "mode azure-client-secret keeps a long-lived key in the cluster and in the state "
                "of the stack. Replace it before it expires",
                way_out="mode azure-workload-identity needs no key",
                setting="etcdBackup.credentials.mode",
            )
        case AzureManagedIdentity():
            yield from _document_warnings(storage, identity, now)
        case _:
            assert_never(identity)
    yield from _role_warnings(settings, upload)


def _account_warnings(storage: AzureBlobStorage) -> Iterator[Notice]:
    if storage.makes_account and storage.sku.has_zones and lacks_zones(storage.location):
        yield Notice(
            "no-zones",
            Severity.WARNING,
            f"etcdBackup.storage.azureBlob.sku is {storage.sku}, and Azure has no availability "
            f"zones in {storage.location}: Azure can reject the account there",
            way_out="Standard_GRS keeps a copy in the paired region, Standard_LRS keeps all "
            "copies in one data center",
            setting="etcdBackup.storage.azureBlob.sku",
        )
    if storage.cloud is not AzureCloud.PUBLIC:
        yield Notice(
            "cloud-unreachable",
            Severity.WARNING,
            f"{storage.cloud} {UPLOAD_ENDPOINT_RULE}",
            setting="etcdBackup.storage.azureBlob.cloud",
        )
    if storage.allow_shared_key_access:
        yield Notice(
            "account-keys",
            Severity.WARNING,
            "an account key bypasses every role. Only a BackupStorageLocation without useAAD "
            "needs it",
            setting="etcdBackup.storage.azureBlob.allowSharedKeyAccess",
        )
    if not storage.makes_account:
        yield Notice(
            "account-not-changed",
            Severity.WARNING,
            f"storage account {storage.storage_account} is used unchanged. It should reject "
            "HTTP, TLS below 1.2 and public blobs, enable soft delete, and allow access from the "
            "management cluster",
            setting="etcdBackup.storage.azureBlob.existing",
        )
    if storage.delete_snapshots:
        yield Notice(
            "deletes-snapshots",
            Severity.WARNING,
            "a destroy, and a setting that replaces account or container, deletes every snapshot",
            way_out="remove it and set protect to true as soon as the snapshots are needed",
            setting="etcdBackup.storage.azureBlob.deleteSnapshots",
        )
    if storage.immutability and storage.immutability.state is ImmutabilityState.LOCKED:
        yield Notice(
            "immutability-locked",
            Severity.WARNING,
            "a Locked policy can never be removed or shortened, and the account cannot be deleted "
            "while it contains a retained blob",
            setting="etcdBackup.storage.azureBlob.immutability",
        )


def _network_warnings(storage: AzureBlobStorage) -> Iterator[Notice]:
    rules = storage.network_rules
    if rules and not rules.subnet_ids:
        yield Notice(
            "network-rules-in-region",
            Severity.WARNING,
            f"Azure does not apply addresses to requests from {storage.location} itself",
            way_out="if the management cluster is in that location, add its subnet",
            setting="etcdBackup.storage.azureBlob.networkRules",
        )
    closed = storage.public_network_access is not PublicNetworkAccess.ENABLED
    if storage.private_endpoint and not closed and rules is None:
        yield Notice(
            "public-endpoint-open",
            Severity.WARNING,
            "etcdBackup.storage.azureBlob.privateEndpoint is set, and every network can still "
            "reach the public endpoint",
            way_out="set publicNetworkAccess to Disabled, or add networkRules",
            setting="etcdBackup.storage.azureBlob.publicNetworkAccess",
        )
    copy = storage.replication
    if closed and copy and not copy.existing and copy.private_endpoint is None:
        yield Notice(
            "copy-closed",
            Severity.WARNING,
            f"publicNetworkAccess {storage.public_network_access} closes the second account too: "
            "Azure copies to it, and nobody can read the copies",
            way_out="set etcdBackup.storage.azureBlob.replication.privateEndpoint",
            setting="etcdBackup.storage.azureBlob.replication",
        )
    if closed and storage.private_endpoint is None:
        yield Notice(
            "private-network",
            Severity.WARNING,
            f"etcdBackup.storage.azureBlob.publicNetworkAccess is {storage.public_network_access}: "
            "uploads need a private endpoint or a network security perimeter",
            way_out="set etcdBackup.storage.azureBlob.privateEndpoint, unless one is created "
            "outside the stack",
            setting="etcdBackup.storage.azureBlob.publicNetworkAccess",
        )


def _annotation_warnings(
    settings: EtcdBackupSettings, identity: AzureWorkloadIdentity
) -> Iterator[Notice]:
    account = f"{settings.cluster.operator_namespace}/{SERVICE_ACCOUNT}"
    if identity.annotate_service_account:
        yield Notice(
            "annotation-shared",
            Severity.WARNING,
            f"ServiceAccount {account} gets this identity's client ID. All hosted clusters share "
            "the ServiceAccount: an S3, client-secret or managed-identity backup on the same "
            "management cluster removes the annotation, and a second identity would conflict with "
            "it",
            way_out="run 'pulumi refresh' and 'pulumi up' after such a backup",
            setting="etcdBackup.credentials.annotateServiceAccount",
        )
    else:
        yield Notice(
            "annotation-kept",
            Severity.WARNING,
            f"ServiceAccount {account} can already have another client ID. The operator keeps it "
            "and ignores the one in the Secret (etcdBackup.credentials.annotateServiceAccount is "
            "false)",
            setting="etcdBackup.credentials.annotateServiceAccount",
        )


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
        yield Notice(
            "no-role-assigned",
            Severity.WARNING,
            "etcdBackup.credentials.principalId is not set, so the stack assigns no role: the "
            f"identity needs {needed}",
            setting="etcdBackup.credentials.principalId",
        )
    if identity.custom_role and identity.restore:
        yield Notice(
            "custom-role-and-velero",
            Severity.WARNING,
            "etcdBackup.credentials.customRole is sufficient for snapshots and for signing "
            "restores. It is not sufficient for Velero, which lists and deletes its files in a "
            "BackupStorageLocation",
            setting="etcdBackup.credentials.customRole",
        )
    if managed_identity(upload) is None and settings.backs_up_directly:
        yield Notice(
            "annotation-removed",
            Severity.WARNING,
            "every backup of this stack removes the client ID annotation of ServiceAccount "
            f"{settings.cluster.operator_namespace}/{SERVICE_ACCOUNT}, which a workload identity "
            "stack on the same management cluster could own",
            setting="etcdBackup.credentials.mode",
        )
