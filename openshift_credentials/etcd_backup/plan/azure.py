"""What follows from settings on Azure: who may become the identity, and what it may do.

Components make it and ``explain`` describes it, from the same values.
"""

from dataclasses import dataclass
from typing import Final

from openshift_credentials.azure.federation import Federation
from openshift_credentials.azure.roles import Grant, Role, upload_grants, upload_role
from openshift_credentials.etcd_backup.rules.federations import federations
from openshift_credentials.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings
from openshift_credentials.kubernetes.names import canonical_json

DEFAULT_SETTLE_SECONDS: Final = 60
"""How long Entra ID and Azure RBAC usually take to know a change everywhere."""


@dataclass(frozen=True, slots=True)
class AdoptedIdentity:
    """Client ID and principal ID of an identity that exists."""

    client_id: str
    principal_id: str


def adopted_identity(settings: EtcdBackupSettings) -> AdoptedIdentity | None:
    """The existing managed identity, where the settings name one."""
    credentials = settings.credentials
    if not (credentials.existing_identity and credentials.client_id and credentials.principal_id):
        return None
    return AdoptedIdentity(credentials.client_id, credentials.principal_id)


def planned_federations(settings: EtcdBackupSettings) -> tuple[Federation, ...]:
    """The federated identity credentials of the identity, in the order in which they are made."""
    cluster = settings.cluster
    return federations(
        cluster.oidc_issuer,
        cluster.operator_namespace,
        cluster.oadp_namespace if settings.credentials.restore else None,
        settings.credentials.service_accounts,
    )


def planned_role(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> Role | None:
    """The stack's own role definition, where one is asked for."""
    if not settings.credentials.custom_role:
        return None
    return upload_role(
        storage.resource_group_id,
        storage.storage_account,
        storage.container,
        restore=settings.credentials.restore,
    )


def planned_grants(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> tuple[Grant, ...]:
    """The roles of the identity that uploads."""
    return upload_grants(
        storage.account_id,
        storage.container,
        planned_role(settings, storage),
        restore=settings.credentials.restore,
    )


def identity_resource_group(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> str:
    """Resource group of the managed identity."""
    return settings.credentials.identity_resource_group or storage.resource_group


def federation_digest(settings: EtcdBackupSettings) -> str:
    """Text that changes with issuer, subjects and audience: what has to settle again."""
    return canonical_json(
        [[each.issuer, each.subject, each.audience] for each in planned_federations(settings)]
    )
