"""Results of settings on Azure: who can use the identity, and what it can do.

Components create it and ``explain`` describes it, from the same values.
"""

from typing import Final, assert_never

from openshift_credentials.platforms.azure.identifiers import (
    AdoptedIdentity,
    Federation,
    Role,
    RoleGrant,
    role_of_others,
    upload_grants,
    upload_role,
)
from openshift_credentials.platforms.kubernetes.names import canonical_json

from ..rules.policies import federations
from ..settings import (
    AzureBlobUpload,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)

DEFAULT_SETTLE_SECONDS: Final = 300
"""Wait until a change in Entra ID and Azure RBAC is effective everywhere.

Role assignments take up to 10 minutes (learn.microsoft.com, "Troubleshoot Azure RBAC"), most far
less, and the operator's first failure is final.
"""


def adopted_identity(identity: AzureWorkloadIdentity) -> AdoptedIdentity | None:
    """The existing managed identity, if the settings contain one."""
    if not (identity.existing_identity and identity.client_id and identity.principal_id):
        return None
    return AdoptedIdentity(identity.client_id, identity.principal_id)


def plan_federations(settings: EtcdBackupSettings, identity: AzureWorkloadIdentity) -> tuple[Federation, ...]:
    """The federated identity credentials of the identity, in the order of their creation."""
    cluster = settings.cluster
    return federations(
        cluster.oidc_issuer,
        cluster.operator_namespace,
        cluster.oadp_namespace if identity.restore else None,
        identity.service_accounts,
    )


def settle_seconds(settings: EtcdBackupSettings) -> int:
    """Seconds between a change of identity or roles and the first backup."""
    seconds = settings.credentials.settle_seconds
    return DEFAULT_SETTLE_SECONDS if seconds is None else seconds


def managed_identity(upload: AzureBlobUpload) -> AzureWorkloadIdentity | None:
    """The managed identity that the stack creates or adopts; other modes bring their own."""
    match identity := upload.identity:
        case AzureWorkloadIdentity():
            return identity
        case AzureClientSecret() | AzureManagedIdentity():
            return None
        case _:
            assert_never(identity)


def assigns_roles(upload: AzureBlobUpload) -> bool:
    """Whether the stack has a principal to which it can assign roles."""
    return managed_identity(upload) is not None or upload.identity.principal_id is not None


def plan_role(upload: AzureBlobUpload) -> Role | None:
    """The stack's own role definition: only for backups, unless settings name another role.

    A restore also reads Velero's own files, which needs the built-in role.
    """
    storage, identity = upload.storage, upload.identity
    wanted = not identity.restore if identity.custom_role is None else identity.custom_role
    if identity.role_definition_id or not (wanted and assigns_roles(upload)):
        return None
    return upload_role(storage.resource_group_id, storage.storage_account, storage.container, restore=identity.restore)


def plan_grants(upload: AzureBlobUpload) -> tuple[RoleGrant, ...]:
    """The roles of the identity that uploads."""
    storage, given = upload.storage, upload.identity.role_definition_id
    restore = upload.identity.restore
    return upload_grants(
        storage.account_id,
        storage.container,
        role_of_others(given, restore=restore) if given else plan_role(upload),
        restore=restore,
    )


def federation_digest(settings: EtcdBackupSettings, identity: AzureWorkloadIdentity) -> str:
    """A string that changes with issuer, subjects and audience, and then triggers a new wait."""
    return canonical_json(
        [
            [federation.issuer, federation.subject, federation.audience]
            for federation in plan_federations(settings, identity)
        ]
    )
