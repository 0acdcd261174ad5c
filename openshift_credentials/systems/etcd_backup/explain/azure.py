"""What an identity on Azure can do and who can use it."""

from collections.abc import Iterator
from typing import assert_never

from openshift_credentials.stack.explanation import Explanation, Permission, Way
from openshift_credentials.systems.etcd_backup.plan import azure as azure_plan
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.azure_groups import PublicNetworkAccess


def explain_azure(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> Explanation:
    """Explain the identity of a stack that uploads to Azure Blob Storage."""
    return Explanation(
        identity=_identity(settings, storage),
        ways=tuple(_ways(settings)),
        permissions=tuple(_permissions(settings, storage)),
        remarks=tuple(_remarks(settings, storage)),
    )


def _identity(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> str:
    client_id = settings.credentials.client_id
    match settings.mode:
        case CredentialMode.AZURE_WORKLOAD_IDENTITY:
            group = azure_plan.identity_resource_group(settings, storage)
            known = f", client ID {client_id}" if client_id else ""
            return f"managed identity {settings.identity_name} in resource group {group}{known}"
        case CredentialMode.AZURE_CLIENT_SECRET:
            return f"service principal with client ID {client_id}"
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            return "managed identity of the credentials file" + (
                f", client ID {client_id}" if client_id else ""
            )
        case CredentialMode.AWS_STS | CredentialMode.AWS_STATIC:
            raise AssertionError("checks let no mode of AWS upload to Azure")
        case _:
            assert_never(settings.mode)


def _ways(settings: EtcdBackupSettings) -> Iterator[Way]:
    if settings.mode is not CredentialMode.AZURE_WORKLOAD_IDENTITY:
        return
    for federation in azure_plan.planned_federations(settings):
        yield Way(federation.issuer, federation.subject, federation.audience, federation.why)


def _permissions(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> Iterator[Permission]:
    prefixes = [f"{prefix}/" for prefix in upload_prefixes(settings)]
    for grant in azure_plan.planned_grants(settings, storage):
        yield Permission(
            actions=(*grant.role.actions, *grant.role.data_actions),
            scope=grant.scope,
            why=f"{grant.why} (role {grant.role.name})",
            conditions=(f"only blobs below {', '.join(prefixes)}",) if grant.condition else (),
        )


def _remarks(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> Iterator[str]:
    secret = f"{settings.cluster.operator_namespace}/{settings.credentials.secret_name}"
    if settings.mode is CredentialMode.AZURE_WORKLOAD_IDENTITY:
        yield (
            "Entra ID compares issuer, subject and audience character by character, including a "
            "trailing slash"
        )
    else:
        yield f"Anybody who can read Secret {secret} can use the identity from anywhere"
    if not azure_plan.assigns_roles(settings):
        yield (
            "etcdBackup.credentials.principalId is not set: the stack assigns none of these "
            "roles, so assign them yourself"
        )
    if azure_plan.planned_role(settings, storage):
        yield "The role is a custom role: it cannot delete a snapshot or list the container"
    else:
        yield (
            "Storage Blob Data Contributor can also delete snapshots; set "
            "etcdBackup.credentials.customRole to true to prevent that"
        )
    if storage.allow_shared_key_access:
        yield "Account keys are accepted, and an account key bypasses every role"
    if (
        storage.makes_account
        and storage.network_rules is None
        and storage.public_network_access is PublicNetworkAccess.ENABLED
    ):
        yield (
            "The account accepts requests from every network. Use "
            "etcdBackup.storage.azureBlob.networkRules to restrict that"
        )
