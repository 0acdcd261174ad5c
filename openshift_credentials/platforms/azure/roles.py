"""Permissions of the identities: one table of roles, with the reason for every permission.

Sources: Azure built-in roles (learn.microsoft.com/azure/role-based-access-control) for GUIDs and
actions; openshift/hypershift ``etcd-upload/azure_uploader.go`` for the uploader's calls (Put
Blob, Put Block, Put Block List, never over an existing blob); openshift/hypershift-oadp-plugin
``pkg/azblobsas`` for the needs of a restore.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import as_object, text_members
from openshift_credentials.base.package_data import package_yaml

from .identifiers import container_id, custom_role_guid, name_in

_STORAGE: Final = "Microsoft.Storage/storageAccounts/blobServices"
_BLOBS: Final = f"{_STORAGE}/containers/blobs"

GENERATE_USER_DELEGATION_KEY: Final = f"{_STORAGE}/generateUserDelegationKey/action"
WRITE_BLOBS: Final = f"{_BLOBS}/write"
ADD_BLOBS: Final = f"{_BLOBS}/add/action"
READ_BLOBS: Final = f"{_BLOBS}/read"


@dataclass(frozen=True, slots=True)
class Role:
    """A role definition: GUID, name, actions on the resource and actions on its data.

    ``assignable_scope`` is set only for a custom role: the scope of its definition.
    """

    guid: str
    name: str
    actions: Sequence[str]
    data_actions: Sequence[str]
    assignable_scope: str | None = None

    @property
    def words(self) -> str:
        """The name behind the word ``role``, with which that of a role of others begins itself."""
        return self.name if self.name.startswith("role ") else f"role {self.name}"


@dataclass(frozen=True, slots=True)
class RoleGrant:
    """A role at a scope (a resource ID), and why the identity needs it."""

    role: Role
    scope: str
    why: str


STORAGE_BLOB_DATA_CONTRIBUTOR: Final = Role(
    "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
    "Storage Blob Data Contributor",
    (
        f"{_STORAGE}/containers/delete",
        f"{_STORAGE}/containers/read",
        f"{_STORAGE}/containers/write",
        GENERATE_USER_DELEGATION_KEY,
    ),
    (f"{_BLOBS}/delete", READ_BLOBS, WRITE_BLOBS, f"{_BLOBS}/move/action", ADD_BLOBS),
)
STORAGE_BLOB_DELEGATOR: Final = Role(
    "db58b8e5-c6ad-4a2a-8342-4190687cbf4a",
    "Storage Blob Delegator",
    (GENERATE_USER_DELEGATION_KEY,),
    (),
)
KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER: Final = Role(
    "e147488a-f6f5-4113-8e2d-b22465e65bf6",
    "Key Vault Crypto Service Encryption User",
    (
        "Microsoft.EventGrid/eventSubscriptions/write",
        "Microsoft.EventGrid/eventSubscriptions/read",
        "Microsoft.EventGrid/eventSubscriptions/delete",
    ),
    (
        "Microsoft.KeyVault/vaults/keys/read",
        "Microsoft.KeyVault/vaults/keys/wrap/action",
        "Microsoft.KeyVault/vaults/keys/unwrap/action",
    ),
)


def upload_role(scope: str, account: str, container: str, *, restore: bool) -> Role:
    """A custom role that can write and add blobs and, with ``restore``, read them.

    It is defined at ``scope``, the resource group of the account: a custom role cannot be defined
    at a resource. Its name is unique in a tenant, because the account's name is.
    """
    name = f"etcd snapshot upload to {account} {container}"
    read = (READ_BLOBS,) if restore else ()
    return Role(custom_role_guid(scope, name), name, (), (WRITE_BLOBS, ADD_BLOBS, *read), scope)


def role_of_others(definition_id: str, *, restore: bool) -> Role:
    """A role of others that uploads, by resource ID, with the actions that it must allow."""
    guid = name_in(definition_id).lower()
    read = (READ_BLOBS,) if restore else ()
    return Role(guid, f"role {guid}", (), (WRITE_BLOBS, ADD_BLOBS, *read))


def upload_grants(
    account_id: str, container: str, custom: Role | None, *, restore: bool
) -> tuple[RoleGrant, ...]:
    """The roles of the identity that uploads, each at the narrowest scope that works.

    The container is sufficient for an upload, and for reading in a restore. A restore also signs a
    URL with a user delegation key, which exists at the account or above:
    :data:`STORAGE_BLOB_DELEGATOR` there grants only that key.
    """
    scope = container_id(account_id, container)
    role = custom or STORAGE_BLOB_DATA_CONTRIBUTOR
    if not restore:
        return (RoleGrant(role, scope, "upload snapshots"),)
    return (
        RoleGrant(role, scope, "upload snapshots, and read them in a restore"),
        RoleGrant(STORAGE_BLOB_DELEGATOR, account_id, "sign the URL of a restore"),
    )


_GUIDS: Final = as_object(package_yaml(__package__ or "", "roles.yaml"))
BUILT_IN_ROLES: Final = text_members(_GUIDS, "requests")
"""GUIDs of built-in roles that CredentialsRequests name, the same in every subscription."""

_NAMES: Final = {
    guid: name for group in _GUIDS for name, guid in text_members(_GUIDS, group).items()
}


def role_name(definition: str) -> str | None:
    """Name of a built-in role, by its GUID or the ID of its definition."""
    return _NAMES.get(definition.rpartition("/")[2].lower())
