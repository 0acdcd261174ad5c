"""Results of settings on Azure: who can use the identity, and what it can do.

Components create it and ``explain`` describes it, from the same values.
"""

from typing import Final

from openshift_credentials.platforms.azure.federation import AdoptedIdentity, Federation
from openshift_credentials.platforms.azure.roles import (
    Role,
    RoleGrant,
    copy_grants,
    upload_grants,
    upload_role,
)
from openshift_credentials.platforms.kubernetes.names import canonical_json
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.systems.etcd_backup.rules.federations import federations
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings

DEFAULT_SETTLE_SECONDS: Final = 300
"""Wait until a change in Entra ID and Azure RBAC is effective everywhere.

Role assignments take up to 10 minutes (learn.microsoft.com, "Troubleshoot Azure RBAC"), most far
less, and the operator's first failure is final.
"""


def adopted_identity(settings: EtcdBackupSettings) -> AdoptedIdentity | None:
    """The existing managed identity, if the settings contain one."""
    credentials = settings.credentials
    if not (credentials.existing_identity and credentials.client_id and credentials.principal_id):
        return None
    return AdoptedIdentity(credentials.client_id, credentials.principal_id)


def planned_federations(settings: EtcdBackupSettings) -> tuple[Federation, ...]:
    """The federated identity credentials of the identity, in the order of their creation."""
    cluster = settings.cluster
    return federations(
        cluster.oidc_issuer,
        cluster.operator_namespace,
        cluster.oadp_namespace if settings.credentials.restore else None,
        settings.credentials.service_accounts,
    )


def settle_seconds(settings: EtcdBackupSettings) -> int:
    """Seconds between a change of identity or roles and the first backup."""
    seconds = settings.credentials.settle_seconds
    return DEFAULT_SETTLE_SECONDS if seconds is None else seconds


def assigns_roles(settings: EtcdBackupSettings) -> bool:
    """Whether the stack has a principal to which it can assign roles."""
    workload = settings.mode is CredentialMode.AZURE_WORKLOAD_IDENTITY
    return workload or settings.credentials.principal_id is not None


def planned_role(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> Role | None:
    """The stack's own role definition: only for backups, unless settings use the built-in role.

    A restore also reads Velero's own files, which needs the built-in role.
    """
    credentials = settings.credentials
    wanted = not credentials.restore if credentials.custom_role is None else credentials.custom_role
    if not (wanted and assigns_roles(settings)):
        return None
    return upload_role(
        storage.resource_group_id,
        storage.storage_account,
        storage.container,
        restore=settings.credentials.restore,
        key_prefix=storage.key_prefix.rstrip("/") if storage.shared_container else None,
    )


def planned_grants(
    settings: EtcdBackupSettings, storage: AzureBlobStorage
) -> tuple[RoleGrant, ...]:
    """The roles of the identity that uploads."""
    grants = upload_grants(
        storage.account_id,
        storage.container,
        planned_role(settings, storage),
        restore=settings.credentials.restore,
        prefixes=upload_prefixes(settings) if storage.shared_container else (),
    )
    copy, account_id = storage.replication, storage.copy_account_id
    if copy and account_id and copy.restore:
        return (*grants, *copy_grants(account_id, copy.container or storage.container))
    return grants


def identity_resource_group(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> str:
    """Resource group of the managed identity."""
    return settings.credentials.identity_resource_group or storage.resource_group


def federation_digest(settings: EtcdBackupSettings) -> str:
    """A string that changes with issuer, subjects and audience, and then triggers a new wait."""
    return canonical_json(
        [[each.issuer, each.subject, each.audience] for each in planned_federations(settings)]
    )
