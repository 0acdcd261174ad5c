"""What the components can do and who can use their identities, from the planned identities; notices about them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.stack.explanation import Explanation, Permission, Way
from openshift_credentials.systems.token_issuer.rules.issuers import aws_resource_tags, azure_resource_tags

from .plan import issuer_of, plan_component_identities, plan_component_roles, plan_component_service_accounts
from .rules.secret_manifests import TOKEN_PATH
from .settings import AwsIdentities, AzureIdentities, ComponentIdentitiesSettings, CustomRoles, GcpIdentities

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


def remarks(settings: ComponentIdentitiesSettings) -> Iterator[Notice]:
    name, own = settings.name, dict[str, str]()
    if settings.aws or settings.azure:
        own = aws_resource_tags(name) if settings.aws else azure_resource_tags(name)
    if replaced := [tag for tag, value in settings.tags.items() if own.get(tag, value) != value]:
        yield REMARKS["tag-replaced"].fill(names=", ".join(replaced))
    if settings.azure:
        for note in plan_component_identities(settings, settings.azure).notes:
            yield replace(note, why=str(note), place="", setting="componentIdentities.azure")
    if settings.gcp:
        yield from _on_google_cloud(settings, settings.gcp)
    if not settings.requests.requests:
        yield REMARKS["no-identity"].fill(path=settings.requests.path)


def _on_google_cloud(settings: ComponentIdentitiesSettings, gcp: GcpIdentities) -> Iterator[Notice]:
    for request in settings.requests.requests:
        if request.cloud_token_path not in ("", TOKEN_PATH):
            yield REMARKS["token-path-ignored"].fill(
                where=request.where, cloud_token_path=request.cloud_token_path, name=request.name, token_path=TOKEN_PATH
            )
    if settings.tags:
        yield REMARKS["tags-without-effect"]
    shared = [
        account.custom_role_id
        for account in plan_component_service_accounts(settings, gcp).identities
        if account.custom_role
    ]
    if shared and gcp.delete_custom_roles:
        yield REMARKS["custom-roles-deleted"].fill(project=gcp.project, names=", ".join(shared))


_WITH_NAMESPACE: Final = "NAMESPACE-SECRET"
_OF_OTHERS: Final = ("if the existing custom role has them",)


def explain(settings: ComponentIdentitiesSettings) -> Explanation:
    count = len(settings.requests.requests)
    match settings.place:
        case AwsIdentities() as aws:
            ways, permissions = _roles(settings, aws)
            kind, named = "IAM role" if count == 1 else "IAM roles", _WITH_NAMESPACE
        case AzureIdentities() as azure:
            ways, permissions = _identities(settings, azure)
            kind = "managed identity" if count == 1 else "managed identities"
            named = _WITH_NAMESPACE
        case GcpIdentities() as gcp:
            ways, permissions = _service_accounts(settings, gcp)
            kind, named = "service account" if count == 1 else "service accounts", "REQUEST"
        case _:
            assert_never(settings.place)
    return Explanation(
        f"{count} {kind} of components, named {settings.name}-{named}",
        ways=tuple(ways),
        permissions=tuple(permissions),
        remarks=tuple(map(str, remarks(settings))),
    )


def _roles(settings: ComponentIdentitiesSettings, aws: AwsIdentities) -> tuple[list[Way], list[Permission]]:
    ways: list[Way] = []
    permissions: list[Permission] = []
    issuer = issuer_of(settings)
    audiences = " or ".join(aws.audiences)
    for role in plan_component_roles(settings, aws).identities:
        ways += [Way(issuer, subject, audiences, f"becomes {role.role_name}") for subject in role.subjects]
        permissions += [
            Permission(
                actions=tuple(entry.action or ()),
                scope=entry.resource,
                why=f"requested by {role.request or role.where}",
                conditions=("under a condition",) if entry.policy_condition else (),
            )
            for entry in role.statements
        ]
    return ways, permissions


def _identities(settings: ComponentIdentitiesSettings, azure: AzureIdentities) -> tuple[list[Way], list[Permission]]:
    ways: list[Way] = []
    permissions: list[Permission] = []
    for identity in plan_component_identities(settings, azure).identities:
        ways += [
            Way(federation.issuer, federation.subject, federation.audience, f"becomes {identity.identity_name}")
            for federation in identity.federations
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


def _service_accounts(settings: ComponentIdentitiesSettings, gcp: GcpIdentities) -> tuple[list[Way], list[Permission]]:
    ways: list[Way] = []
    permissions: list[Permission] = []
    issuer = issuer_of(settings)
    creates = gcp.custom_roles is CustomRoles.CREATE
    for account in plan_component_service_accounts(settings, gcp).identities:
        ways += [Way(issuer, subject, "openshift", f"becomes {account.email}") for subject in account.subjects]
        for role in account.roles:
            is_custom = role == account.custom_role
            permissions.append(
                Permission(
                    actions=tuple(account.permissions) if is_custom else (f"role {role}",),
                    scope=f"project {gcp.project}",
                    why=f"requested by {account.request or account.where}",
                    conditions=_OF_OTHERS if is_custom and not creates else (),
                )
            )
    return ways, permissions
