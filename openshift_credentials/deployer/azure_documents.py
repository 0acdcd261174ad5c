"""Permissions on Azure as custom roles, with the condition for the assignment of roles.

Source: Azure role-based access control, "Azure custom roles" (format of ``az role definition``),
and "Examples to delegate Azure role assignment management with conditions".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.platforms.azure.identifiers import name_in, subscription_in

from .azure import ASSIGNMENT, DEFINITION, GROUP, Allowed, scope_of
from .registered import Registered

Role = Mapping[str, object]

_ASSIGNMENTS: Final = "Microsoft.Authorization/roleAssignments"


def roles(
    name: str, rights: Iterable[Allowed], resources: Sequence[Registered]
) -> Mapping[str, Role]:
    """A custom role by the scope that it is assigned at, as ``az role definition create`` takes it.

    If the stack creates the group, it does not exist when roles are assigned; its subscription is
    then the scope.
    """
    made = {
        scope_of(resource)
        for resource in resources
        if resource.type == GROUP and resource.read_id is None
    }
    by_scope: dict[str, list[Allowed]] = {}
    for right in sorted(set(rights)):
        scope = right.scope
        if scope in made:
            scope = f"/subscriptions/{subscription_in(scope)}"
        by_scope.setdefault(scope, []).append(right)
    return {scope: _role(name, scope, found) for scope, found in sorted(by_scope.items())}


def _role(name: str, scope: str, rights: Sequence[Allowed]) -> Role:
    return {
        "Name": f"{name} at {name_in(scope)}",
        "IsCustom": True,
        "Description": "Runs Pulumi on a stack of openshift-credentials.",
        "Actions": sorted({right.action for right in rights if not right.on_data}),
        "NotActions": [],
        "DataActions": sorted({right.action for right in rights if right.on_data}),
        "NotDataActions": [],
        "AssignableScopes": [scope],
    }


def condition(resources: Iterable[Registered]) -> str | None:
    """Lets the deployer assign and remove only the stack's roles, and only for service principals.

    ``None`` if the stack assigns no role.
    """
    guids = ", ".join(sorted(set(_assigned_roles(resources))))
    if not guids:
        return None
    return " AND ".join(
        f"((!(ActionMatches{{'{_ASSIGNMENTS}/{action}'}})) OR "
        f"({source}[{_ASSIGNMENTS}:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {{{guids}}} AND "
        f"{source}[{_ASSIGNMENTS}:PrincipalType] ForAnyOfAnyValues:StringEqualsIgnoreCase "
        "{'ServicePrincipal'}))"
        for action, source in (("write", "@Request"), ("delete", "@Resource"))
    )


def _assigned_roles(resources: Iterable[Registered]) -> Iterator[str]:
    for resource in resources:
        if resource.type != ASSIGNMENT:
            continue
        if given := resource.text("roleDefinitionId"):
            yield name_in(given)
        for made in resource.sources("roleDefinitionId", DEFINITION):
            if guid := made.text("roleDefinitionId"):
                yield guid
