"""Identities on Azure, one type per credential mode."""

import re
from typing import Annotated, ClassVar, Final

from pydantic import SecretStr

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.stack.base import Follows, Guid, IdentityName, ResourceGroupName, Settings
from openshift_credentials.stack.secret_texts import FollowsInSecret

from ..rules.credentials import CredentialMode
from ..rules.payloads import CLIENT_SECRET
from .credential_groups import FederationSettings, PermissionSettings

COMPONENT: Final = TextRule(
    "the name of an identity, which consists of letters",
    re.compile("[a-z][A-Za-z]*"),
    "controlPlaneOperator",
    maximum=40,
)

ClientId = Guid
ClientSecret = Annotated[SecretStr, FollowsInSecret(CLIENT_SECRET)]


class AzureRoleSettings(PermissionSettings):
    """The role that the stack assigns to the identity."""

    principal_id: Guid | None = None
    """Principal (object) ID that belongs to the client ID. The role is assigned to it."""
    custom_role: bool | None = None
    """Create and assign a custom role that can only write and add blobs in the container (and read
    them with `restore`). `false` assigns `Storage Blob Data Contributor` on the container, which
    can also read and delete. Default: `true` without `restore`, `false` with it, because Velero
    reads and deletes its own files.
    """

    role_definition_id: Annotated[str, Follows(azure_rules.ROLE_DEFINITION_ID)] | None = None
    """Resource ID of an existing role that can write and add blobs (and read them with `restore`),
    shared by any number of stacks. It is assigned instead of a role of the stack, so that whoever
    deploys needs no right to define roles.
    """


class ManagedIdentitySettings(Settings):
    """The managed identity of mode `azure-workload-identity`."""

    identity_name: IdentityName | None = None
    """Name of the managed identity. Default: `<cluster.name>-etcd-backup`."""
    identity_resource_group: ResourceGroupName | None = None
    """Existing resource group of the managed identity. Default: the resource group of the storage
    account.
    """
    existing_identity: bool = False
    """The managed identity exists. The stack adds federated credentials and roles to it and does
    not change it otherwise. Needs `identityName`, `clientId` and `principalId`.
    """
    annotate_service_account: bool = True
    """Manage the client ID annotation of ServiceAccount `etcd-backup-job` in mode
    `azure-workload-identity`. The operator keeps an existing annotation and then ignores the
    Secret's client ID.
    """


class ControlPlaneReference(Settings):
    """An identity that the same stack stores for a control plane."""

    control_plane_identity: Annotated[str, Follows(COMPONENT)] | None = None
    """Identity of `controlPlaneIdentities.identities` in the same stack whose credentials upload
    the snapshots, such as `controlPlaneOperator`. The stack uses its document, client ID and
    principal ID. The mode is `azure-managed-identity`.
    """


class AzureWorkloadIdentity(ManagedIdentitySettings, AzureRoleSettings, FederationSettings):
    """Mode `azure-workload-identity`: a managed identity, without a long-lived key."""

    mode: ClassVar[CredentialMode] = CredentialMode.AZURE_WORKLOAD_IDENTITY
    client_id: ClientId | None = None
    """Client ID of an existing managed identity."""


class AzureClientSecret(AzureRoleSettings):
    """Mode `azure-client-secret`: a service principal and its secret."""

    mode: ClassVar[CredentialMode] = CredentialMode.AZURE_CLIENT_SECRET
    client_id: ClientId
    """Client ID of the service principal."""
    client_secret: ClientSecret
    """Client secret. Secret."""


class AzureManagedIdentity(ControlPlaneReference, AzureRoleSettings):
    """Mode `azure-managed-identity`: credentials from the managed identity data plane."""

    mode: ClassVar[CredentialMode] = CredentialMode.AZURE_MANAGED_IDENTITY
    client_id: ClientId | None = None
    """Client ID of the managed identity."""
    managed_identity_document: SecretStr
    """The identity's credentials as JSON. Secret."""


AzureIdentity = AzureWorkloadIdentity | AzureClientSecret | AzureManagedIdentity
"""What can upload to Azure Blob Storage."""
