"""Role assignments in Azure.

Source: Azure RBAC REST API, "Role Assignments - List For Scope": ``atScope()`` returns those at the
scope and above it.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import object_member
from openshift_credentials.platforms.azure.identifiers import name_in

from .cloud import ArmRead
from .observed import Object, Observed

_API: Final = "2022-04-01"


def assignments_at(scope: str) -> ArmRead:
    """The request for the role assignments at a scope and above."""
    return ArmRead(
        name=_name(scope),
        path=f"{scope}/providers/Microsoft.Authorization/roleAssignments",
        api_version=_API,
        filter="atScope()",
    )


def _name(scope: str) -> str:
    return f"roles at {scope.lower()}"


def roles_at(observed: Observed, scope: str, principal_id: str) -> set[str] | None:
    """GUIDs of a principal's roles at a scope; ``None`` if they could not be read."""
    if _name(scope) not in observed.answers:
        return None
    return {
        name_in(str(property_.get("roleDefinitionId", ""))).lower()
        for property_ in _properties(observed, scope)
        if str(property_.get("principalId", "")).lower() == principal_id.lower()
    }


def assignment_named(observed: Observed, scope: str, name: str) -> Object | None:
    """The assignment of that GUID, with its ``properties``."""
    for item in observed.all(_name(scope)):
        if str(item.get("name", "")).lower() == name.lower():
            return item
    return None


def _properties(observed: Observed, scope: str) -> Iterator[Mapping[str, object]]:
    for item in observed.all(_name(scope)):
        yield object_member(item, "properties")
