"""The identities of a stack, computed from its settings before anything exists."""

import re
from collections.abc import Sequence
from typing import Final, assert_never

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.kubernetes.written_secrets import WrittenSecret
from openshift_credentials.stack.parts import share_nothing as shares
from openshift_credentials.systems.token_issuer.rules.issuers import get_partition

from ..rules.aws import ComponentRole, RoleOptions, plan_roles
from ..rules.azure import Assignment, ComponentIdentity, IdentityOptions, plan_identities
from ..rules.gcp import ComponentServiceAccount, PoolOptions, account_id_of, plan_service_accounts
from ..rules.requests import Planned
from ..settings import AwsIdentities, AzureIdentities, ComponentIdentitiesSettings, GcpIdentities

__all__ = ["shares"]


RESOURCE_NAME: Final = "component-identities"
"""Logical name of the system, the prefix of its resources' names."""

UNKNOWN_ISSUER: Final = "issuer-of-this-stack"
"""Placeholder for the host of an issuer that CloudFront assigns."""

_NOT_IN_A_SLUG: Final = re.compile("[^a-z0-9]+")


def plan_component_roles(
    settings: ComponentIdentitiesSettings, aws: AwsIdentities, issuer_url: str | None = None
) -> Planned[ComponentRole]:
    """Roles on AWS; ``issuer_url`` is the issuer once it is known, if the settings have none."""
    url = issuer_url or issuer_of(settings)
    return plan_roles(
        settings.requests.requests,
        RoleOptions(
            name=settings.name,
            provider_arn=provider_arn(aws, url),
            issuer_url=url,
            audiences=aws.audiences,
            permissions_boundary_arn=aws.permissions_boundary or "",
            compatible_names=settings.compatible_names,
        ),
    )


def issuer_of(settings: ComponentIdentitiesSettings) -> str:
    """The issuer of the settings, or a placeholder for the one that CloudFront assigns."""
    return settings.issuer_url or f"https://{UNKNOWN_ISSUER}"


def provider_arn(aws: AwsIdentities, issuer_url: str) -> str:
    if aws.provider_arn:
        return aws.provider_arn
    front = f"arn:{get_partition(aws.region)}:iam::{aws.account_id}:oidc-provider"
    return f"{front}/{issuer_url.removeprefix('https://')}"


def assignment_slug(identity: ComponentIdentity, assignment: Assignment) -> str:
    """Part of an assignment's name in the stack: its role and its resource group."""
    custom = identity.custom_role
    role = "custom role" if custom and assignment.role == custom.name else assignment.role
    group = assignment.scope.rpartition("/")[2]
    return _NOT_IN_A_SLUG.sub("-", f"{role} {group}".lower())


def unnamed_resources(identity: ComponentIdentity) -> list[str]:
    """Names in the stack of an identity's resources that get random IDs from ccoctl."""
    front = resource_name(identity.secret)
    role = [f"{front}-role"] if identity.custom_role else []
    slugs = (assignment_slug(identity, assignment) for assignment in identity.role_assignments)
    return [*role, *(f"{front}-{slug}" for slug in slugs)]


def plan_component_identities(
    settings: ComponentIdentitiesSettings, azure: AzureIdentities
) -> Planned[ComponentIdentity]:
    return plan_identities(
        settings.requests.requests,
        IdentityOptions(
            name=settings.name,
            region=azure.location,
            subscription_id=azure.subscription_id,
            issuer_url=settings.issuer_url or "",
            oidc_resource_group=azure.identity_resource_group or "",
            installation_resource_group=azure.installation_resource_group or "",
            dns_zone_resource_group=azure.dns_zone_resource_group or "",
            network_resource_group=azure.network_resource_group or "",
            user_tags=settings.tags,
            compatible_names=settings.compatible_names,
        ),
    )


def resource_name(secret: SecretRef) -> str:
    """Name in the stack of the identity of a request, by its Secret."""
    return f"{RESOURCE_NAME}-{secret.namespace}-{secret.name}"


def plan_component_service_accounts(
    settings: ComponentIdentitiesSettings, gcp: GcpIdentities
) -> Planned[ComponentServiceAccount]:
    secrets = (request.secret for request in settings.requests.requests)
    existing = {
        str(secret): account_id_of(settings.existing_ids[name])
        for secret in secrets
        if (name := resource_name(secret)) in settings.existing_ids
    }
    return plan_service_accounts(
        settings.requests.requests,
        PoolOptions(
            name=settings.name,
            project=gcp.project,
            project_number=gcp.project_number,
            pool=gcp.pool,
            provider=gcp.provider,
            universe=gcp.universe,
            has_fixed_ids=True,
            account_ids=existing,
        ),
    )


def written_secrets(settings: ComponentIdentitiesSettings) -> Sequence[WrittenSecret] | None:
    if settings.cluster is None or settings.is_bundled:
        return None
    match place := settings.place:
        case AwsIdentities():
            planned = plan_component_roles(settings, place).identities
        case AzureIdentities():
            planned = plan_component_identities(settings, place).identities
        case GcpIdentities():
            planned = plan_component_service_accounts(settings, place).identities
        case _:
            assert_never(place)
    own = [item.secret for item in planned if item.request not in settings.olm_operators]
    return [
        WrittenSecret(namespace=item.namespace, name=item.name, logical_name=f"{item.namespace}-{item.name}")
        for item in own
    ]
