"""Azure names and identifiers that follow from other values."""

import uuid
from typing import Final

TOKEN_EXCHANGE_AUDIENCE: Final = "api://AzureADTokenExchange"  # noqa: S105
"""Audience that Entra ID expects of a federated token (Microsoft identity platform docs)."""

STORAGE_BLOB_DATA_CONTRIBUTOR: Final = "ba92f5b4-2d11-453d-a403-e96b0029c9fe"
"""Built-in role `Storage Blob Data Contributor` (Azure built-in roles, Storage)."""

_ROLE_ASSIGNMENT_NAMESPACE: Final = uuid.UUID("11fb06fb-712d-4ddd-98c7-e71bbd588830")


def role_definition_id(subscription_id: str, role: str) -> str:
    """Resource ID of a role definition, built-in or custom, by its GUID."""
    return (
        f"/subscriptions/{subscription_id}/providers/Microsoft.Authorization/roleDefinitions/{role}"
    )


def storage_account_id(subscription_id: str, resource_group: str, account: str) -> str:
    """Resource ID of a storage account."""
    return (
        f"/subscriptions/{subscription_id}/resourceGroups/{resource_group}"
        f"/providers/Microsoft.Storage/storageAccounts/{account}"
    )


def role_assignment_name(scope: str, principal_id: str, role: str) -> str:
    """GUID of a role assignment, the same in every tool that follows ARM's ``guid()``.

    Scope, principal and role decide, so that a new principal never meets the assignment of
    the old one, and an existing assignment can be imported by name. Source: the ``guid``
    function of Azure Resource Manager templates (UUID version 5 over the arguments joined by
    hyphens).
    """
    parts = (scope.lower(), principal_id.lower(), role.lower())
    return str(uuid.uuid5(_ROLE_ASSIGNMENT_NAMESPACE, "-".join(parts)))


def federated_credential_name(namespace: str, service_account: str) -> str:
    """Name of the federated identity credential of a service account."""
    return f"{namespace}-{service_account}"


STAND_IN_GUID: Final = "00000000-0000-0000-0000-000000000000"
"""Stands for a GUID that Azure will assign, where only the form of a text matters."""
