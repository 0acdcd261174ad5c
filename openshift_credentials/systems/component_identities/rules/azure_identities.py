"""Managed identities of components: federations, custom roles, assignments and their scopes.

Source: openshift/cloud-credential-operator
``pkg/cmd/provisioning/azure/create_managed_identities.go`` at commit b187feee66f4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.azure.federation import Federation
from openshift_credentials.platforms.credentials_requests import AzureProviderSpec
from openshift_credentials.platforms.kubernetes.names import subject

COMPONENT_AUDIENCE: Final = "openshift"

_INGRESS: Final = "openshift-ingress-azure"
_NETWORK_REQUESTS: Final = frozenset(
    {
        "openshift-image-registry-azure",
        _INGRESS,
        "openshift-machine-api-azure",
        "azure-file-csi-driver-operator",
        "openshift-cloud-network-config-controller-azure",
        "openshift-azure-cloud-controller-manager",
    }
)
"""Requests whose components manage the network: they also get roles in the network's group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityResourceGroups:
    """The groups that assignments are scoped to, in addition to the group of the identities."""

    installation: str
    dns_zone: str = ""
    network: str = ""


@dataclass(frozen=True, slots=True)
class CustomRole:
    """A role definition at the scope of the subscription."""

    name: str
    description: str
    actions: Sequence[str]
    data_actions: Sequence[str]
    assignable_scopes: Sequence[str]

    def properties(self) -> Mapping[str, object]:
        """Properties of the definition in the form of Azure Resource Manager."""
        return {
            "assignableScopes": list(self.assignable_scopes),
            "description": self.description,
            "permissions": [{"actions": list(self.actions), "dataActions": list(self.data_actions)}],
            "roleName": self.name,
            "type": "CustomRole",
        }


@dataclass(frozen=True, slots=True)
class Assignment:
    """A role, by name, at one scope."""

    role: str
    scope: str


def scoping_resource_groups(request_name: str, groups: IdentityResourceGroups) -> tuple[str, ...]:
    """Groups in which the identity of a request gets its roles, in ccoctl's order."""
    scopes = [groups.installation]
    if request_name == _INGRESS and groups.dns_zone:
        scopes.append(groups.dns_zone)
    if request_name in _NETWORK_REQUESTS and groups.network:
        scopes.append(groups.network)
    return tuple(scopes)


def federations(issuer: str, namespace: str, service_accounts: Sequence[str]) -> list[Federation]:
    """One federation per service account; an account that occurs twice gets one."""
    return [
        Federation(account, issuer, subject(namespace, account), COMPONENT_AUDIENCE)
        for account in dict.fromkeys(service_accounts)
    ]


def custom_role(identity: str, name: str, subscription_id: str, spec: AzureProviderSpec) -> CustomRole | None:
    """The role with a request's permissions; ``None`` if it requests none."""
    if not spec.permissions and not spec.data_permissions:
        return None
    return CustomRole(
        name=identity,
        description=f"Custom role for OpenShift. Owned by: {name}",
        actions=spec.permissions,
        data_actions=spec.data_permissions,
        assignable_scopes=(f"/subscriptions/{subscription_id}",),
    )


def role_assignments(
    spec: AzureProviderSpec, custom: CustomRole | None, subscription_id: str, resource_groups: Sequence[str]
) -> list[Assignment]:
    """Every role of the request, and its custom role, in every group."""
    roles = [*spec.role_bindings, *([custom.name] if custom else [])]
    return [
        Assignment(role, f"/subscriptions/{subscription_id}/resourceGroups/{group}")
        for role in dict.fromkeys(roles)
        for group in dict.fromkeys(resource_groups)
    ]
