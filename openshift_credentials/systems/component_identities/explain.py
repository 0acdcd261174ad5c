"""What the components can do and who can use their identities, from the planned identities."""

from collections.abc import Mapping
from typing import cast

from openshift_credentials.stack.explanation import Explanation, Permission, Way
from openshift_credentials.systems.component_identities.plan.identities import (
    planned_identities,
    planned_roles,
)
from openshift_credentials.systems.component_identities.remarks import remarks
from openshift_credentials.systems.component_identities.settings import (
    AwsIdentities,
    AzureIdentities,
    ComponentIdentitiesSettings,
)


def explain(settings: ComponentIdentitiesSettings) -> Explanation:
    """Explain all identities of the stack together."""
    count = len(settings.requests.requests)
    if settings.aws:
        ways, permissions = _roles(settings, settings.aws)
        kind = "IAM roles"
    elif settings.azure:
        ways, permissions = _identities(settings, settings.azure)
        kind = "managed identities"
    else:
        raise AssertionError("the checks ensure that a cloud is set")
    return Explanation(
        f"{count} {kind} of components, named {settings.name}-NAMESPACE-SECRET",
        ways=tuple(ways),
        permissions=tuple(permissions),
        remarks=tuple(map(str, remarks(settings))),
    )


def _roles(
    settings: ComponentIdentitiesSettings, aws: AwsIdentities
) -> tuple[list[Way], list[Permission]]:
    ways: list[Way] = []
    permissions: list[Permission] = []
    for role in planned_roles(settings, aws).identities:
        condition = _statements(role.trust_policy)[0]["Condition"]
        claims = cast("Mapping[str, Mapping[str, list[str]]]", condition)["StringEquals"]
        issuer = next(iter(claims)).removesuffix(":sub")
        for subject in claims[f"{issuer}:sub"]:
            audiences = " or ".join(claims[f"{issuer}:aud"])
            ways.append(Way(f"https://{issuer}", subject, audiences, f"becomes {role.role_name}"))
        permissions += [
            Permission(
                actions=tuple(cast("list[str]", statement["Action"] or [])),
                scope=str(statement["Resource"]),
                why=f"requested by {role.request or role.where}",
                conditions=("under a condition",) if "Condition" in statement else (),
            )
            for statement in _statements(role.permission_policy)
        ]
    return ways, permissions


def _identities(
    settings: ComponentIdentitiesSettings, azure: AzureIdentities
) -> tuple[list[Way], list[Permission]]:
    ways: list[Way] = []
    permissions: list[Permission] = []
    for identity in planned_identities(settings, azure).identities:
        ways += [
            Way(each.issuer, each.subject, each.audiences[0], f"becomes {identity.identity_name}")
            for each in identity.federations
        ]
        custom = identity.custom_role
        for assignment in identity.role_assignments:
            is_custom = custom is not None and assignment.role == custom.name
            actions = (*custom.actions, *custom.data_actions) if custom and is_custom else ()
            permissions.append(
                Permission(
                    actions=actions or (f"role {assignment.role}",),
                    scope=assignment.scope,
                    why=f"requested by {identity.request or identity.where}",
                )
            )
    return ways, permissions


def _statements(document: Mapping[str, object]) -> list[Mapping[str, object]]:
    return cast("list[Mapping[str, object]]", document["Statement"])
