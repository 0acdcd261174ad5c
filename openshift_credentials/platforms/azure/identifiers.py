"""Resource IDs of Azure Resource Manager, and GUIDs that follow from other values."""

import uuid
from typing import Final

STAND_IN_GUID: Final = "00000000-0000-0000-0000-000000000000"
"""Placeholder for a GUID that Azure will assign."""

BLOB_SERVICE: Final = "default"
"""The only name that the blob service of an account can have."""

_ROLE_ASSIGNMENT_NAMESPACE: Final = uuid.UUID("11fb06fb-712d-4ddd-98c7-e71bbd588830")
_ROLE_DEFINITION_NAMESPACE: Final = uuid.UUID("7f3c8a52-5f0e-5f5c-9d0a-6a3f4f6c2b11")


def resource_group_id(subscription_id: str, resource_group: str) -> str:
    """Resource ID of a resource group."""
    return f"/subscriptions/{subscription_id}/resourceGroups/{resource_group}"


def storage_account_id(subscription_id: str, resource_group: str, account: str) -> str:
    """Resource ID of a storage account."""
    group = resource_group_id(subscription_id, resource_group)
    return f"{group}/providers/Microsoft.Storage/storageAccounts/{account}"


def blob_service_id(account_id: str) -> str:
    """Resource ID of the blob service of a storage account."""
    return f"{account_id}/blobServices/{BLOB_SERVICE}"


def container_id(account_id: str, container: str) -> str:
    """Resource ID of a blob container, the narrowest scope of a role on blobs."""
    return f"{blob_service_id(account_id)}/containers/{container}"


def role_definition_id(subscription_id: str, role: str) -> str:
    """Resource ID of a role definition, built-in or custom, by its GUID."""
    return (
        f"/subscriptions/{subscription_id}/providers/Microsoft.Authorization/roleDefinitions/{role}"
    )


def role_assignment_name(scope: str, principal_id: str, role: str) -> str:
    """GUID of a role assignment, the same in every tool that follows ARM's ``guid()``.

    It depends on scope, principal and role (its GUID), so a new principal never conflicts with the
    old assignment, and an existing assignment can be imported by name. Source: the ``guid``
    function of Azure Resource Manager templates (UUID version 5 over the arguments joined by
    hyphens).
    """
    parts = (scope.lower(), principal_id.lower(), role.lower())
    return str(uuid.uuid5(_ROLE_ASSIGNMENT_NAMESPACE, "-".join(parts)))


def custom_role_guid(scope: str, role_name: str) -> str:
    """GUID of a custom role, derived from its scope and name."""
    return str(uuid.uuid5(_ROLE_DEFINITION_NAMESPACE, f"{scope.lower()}/{role_name}"))


def subscription_in(resource_id: str) -> str:
    """Subscription of a resource ID."""
    return resource_id.split("/")[2]


def identity_id(subscription_id: str, resource_group: str, identity: str) -> str:
    """Resource ID of a user-assigned managed identity."""
    group = resource_group_id(subscription_id, resource_group)
    return f"{group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/{identity}"


def name_in(resource_id: str) -> str:
    """Name of the resource at the end of a resource ID."""
    return resource_id.rstrip("/").rpartition("/")[2]
