"""The identities of a stack, computed from its settings before anything exists."""

from typing import Final

from openshift_credentials.systems.component_identities.rules.aws_plan import (
    ComponentRole,
    RoleOptions,
    plan_roles,
)
from openshift_credentials.systems.component_identities.rules.azure_plan import (
    ComponentIdentity,
    IdentityOptions,
    plan_identities,
)
from openshift_credentials.systems.component_identities.rules.planned import Planned
from openshift_credentials.systems.component_identities.settings import (
    AwsIdentities,
    AzureIdentities,
    ComponentIdentitiesSettings,
)
from openshift_credentials.systems.token_issuer.rules.issuers import get_partition

RESOURCE_NAME: Final = "component-identities"
"""Logical name of the system, the prefix of its resources' names."""

UNKNOWN_ISSUER: Final = "issuer-of-this-stack"
"""Placeholder for the host of an issuer that CloudFront assigns."""


def planned_roles(
    settings: ComponentIdentitiesSettings, aws: AwsIdentities, issuer_url: str | None = None
) -> Planned[ComponentRole]:
    """Roles on AWS; ``issuer_url`` is the issuer once it is known, if the settings have none."""
    url = issuer_url or settings.issuer_url or f"https://{UNKNOWN_ISSUER}"
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


def provider_arn(aws: AwsIdentities, issuer_url: str) -> str:
    """ARN of the issuer's provider."""
    if aws.provider_arn:
        return aws.provider_arn
    front = f"arn:{get_partition(aws.region)}:iam::{aws.account_id}:oidc-provider"
    return f"{front}/{issuer_url.removeprefix('https://')}"


def unnamed_resources(identity: ComponentIdentity) -> list[str]:
    """Names in the stack of an identity's resources that get random IDs from ccoctl."""
    front = f"{RESOURCE_NAME}-{identity.secret.namespace}-{identity.secret.name}"
    assignments = range(len(identity.role_assignments))
    role = [f"{front}-role"] if identity.custom_role else []
    return [*role, *(f"{front}-assignment-{index}" for index in assignments)]


def planned_identities(
    settings: ComponentIdentitiesSettings, azure: AzureIdentities
) -> Planned[ComponentIdentity]:
    """Identities on Azure."""
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
