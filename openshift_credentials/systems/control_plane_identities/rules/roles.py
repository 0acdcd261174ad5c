"""Roles of the identities on Azure, with the names that HyperShift's own command gives them.

Sources: openshift/hypershift ``support/config/constants.go``, ``support/azureutil/azureutil.go``
(``GetServicePrincipalScopes``), ``cmd/infra/azure/rbac.go``, ``cmd/util`` (names of assignments).
"""

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from openshift_credentials.platforms.azure.identifiers import resource_group_id, role_definition_id

from .components import Component

KEY_VAULT_SECRETS_USER: Final = "4633458b-17de-408a-b874-0445c86b69e6"
KEY_VAULT_CRYPTO_USER: Final = "12338af0-0e69-4776-bea7-57ae8d297424"
CONTRIBUTOR: Final = "b24988ac-6180-42a0-ab88-20f7382dd24c"
NODE_POOL_MANAGEMENT_ROLE: Final = "Azure Red Hat OpenShift NodePool Management Role"
"""A display name where Azure requires a GUID: an assignment with it fails."""

DATA_PLANE_SUFFIX: Final = "WI"
"""Suffix of a data plane identity's key in the name of its assignment."""


class Group(Enum):
    MANAGED = auto()
    NETWORK_SECURITY_GROUP = auto()
    VIRTUAL_NETWORK = auto()
    DNS_ZONE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """Names of the resource groups, all in one subscription."""

    subscription_id: str
    managed: str
    nsg: str
    vnet: str
    dns_zone: str

    def scope(self, group: Group) -> str:
        names = {
            Group.MANAGED: self.managed,
            Group.NETWORK_SECURITY_GROUP: self.nsg,
            Group.VIRTUAL_NETWORK: self.vnet,
            Group.DNS_ZONE: self.dns_zone,
        }
        return resource_group_id(self.subscription_id, names[group])


@dataclass(frozen=True, slots=True)
class IdentityRole:
    """Access of an identity: role, resource groups in addition to the managed one, key in names."""

    key: str
    role: str
    groups: tuple[Group, ...] = ()
    custom_role: str | None = None


_NSG_AND_NETWORK: Final = (Group.NETWORK_SECURITY_GROUP, Group.VIRTUAL_NETWORK)


_ROLES: Final[Mapping[Component, IdentityRole]] = {
    Component.CLOUD_PROVIDER: IdentityRole("cloud-provider", "a1f96423-95ce-4224-ab27-4e3dc72facd4", _NSG_AND_NETWORK),
    Component.INGRESS: IdentityRole(
        "ingress", "0336e1d3-7a87-462b-b6db-342b63f7802c", (Group.VIRTUAL_NETWORK, Group.DNS_ZONE)
    ),
    Component.CONTROL_PLANE_OPERATOR: IdentityRole(
        "cpo", CONTRIBUTOR, _NSG_AND_NETWORK, "7d8bb4e4-6fa7-4545-96cf-20fce11b705d"
    ),
    Component.FILE: IdentityRole("azure-file", "0d7aedc0-15fd-4a67-a412-efad370c947e", _NSG_AND_NETWORK),
    Component.DISK: IdentityRole("azure-disk", "5b7237c5-45e1-49d6-bc18-a1f62f400748"),
    Component.NETWORK: IdentityRole("cncc", "be7a6435-15ae-4171-8f30-4a343eff9e8f", (Group.VIRTUAL_NETWORK,)),
    Component.IMAGE_REGISTRY: IdentityRole("ciro", "8b32b316-c2f5-4ddf-b05b-83dacd2d08b5"),
    Component.NODE_POOL_MANAGEMENT: IdentityRole(
        "capz", CONTRIBUTOR, (Group.VIRTUAL_NETWORK,), NODE_POOL_MANAGEMENT_ROLE
    ),
}


def role_of(component: Component) -> IdentityRole | None:
    """None for the KMS identity, which needs Key Vault Crypto User on its vault."""
    return _ROLES.get(component)


DATA_PLANE: Final = (Component.DISK, Component.FILE, Component.IMAGE_REGISTRY)


@dataclass(frozen=True, slots=True)
class IdentityAssignment:
    """One role assignment; ``name`` is a GUID, ``role`` a GUID in all but one case."""

    component: Component
    name: str
    role: str
    scope: str

    def role_definition(self, subscription_id: str) -> str:
        return role_definition_id(subscription_id, self.role)


def role_and_scopes(component: Component, groups: Groups, *, custom_roles: bool) -> tuple[str, tuple[str, ...]]:
    """The role and the resource groups in which an identity gets it.

    ``custom_roles`` is ``--assign-custom-hcp-roles``. For an identity that the command does not
    know, such as KMS, it would use Contributor on the managed group; it never asks for one.
    """
    facts = role_of(component) or IdentityRole("", CONTRIBUTOR)
    role = facts.custom_role if custom_roles and facts.custom_role else facts.role
    return role, tuple(groups.scope(group) for group in (Group.MANAGED, *facts.groups))


def assignment_name(infra_id: str, key: str, scope: str) -> str:
    """GUID by which HyperShift's command finds and deletes an assignment."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{infra_id}-{key}-{scope}"))


def control_plane_assignments(
    infra_id: str, groups: Groups, components: Collection[Component], *, custom_roles: bool = False
) -> tuple[IdentityAssignment, ...]:
    """What the command assigns to identities of the control plane or workload identities."""
    found: list[IdentityAssignment] = []
    for component in sorted(set(components) & _ROLES.keys()):
        role, scopes = role_and_scopes(component, groups, custom_roles=custom_roles)
        for scope in sorted(scopes):
            name = assignment_name(infra_id, _ROLES[component].key, scope)
            found.append(IdentityAssignment(component, name, role, scope))
    return tuple(found)


def data_plane_assignments(infra_id: str, groups: Groups) -> tuple[IdentityAssignment, ...]:
    """What the command assigns to the three identities of the data plane."""
    scope, known = groups.scope(Group.MANAGED), [(component, _ROLES[component]) for component in DATA_PLANE]
    return tuple(
        IdentityAssignment(
            component, assignment_name(infra_id, facts.key + DATA_PLANE_SUFFIX, scope), facts.role, scope
        )
        for component, facts in known
    )
