"""Settings of pulls from Azure Container Registry."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.platforms.azure.registries import REGISTRY_NAME, PermissionMode
from openshift_credentials.stack.base import (
    AzureLocation,
    Follows,
    Guid,
    Lax,
    ResourceGroupName,
    Settings,
)
from openshift_credentials.stack.clouds import AzureTags

from ..rules.shipped import Variant
from .text_rules import IDENTITY_PREFIX


class Registry(Settings):
    """An existing registry that workloads pull from."""

    name: Annotated[str, Follows(REGISTRY_NAME)]
    """Name of the registry."""
    resource_group: ResourceGroupName
    """Resource group of the registry."""
    subscription_id: Guid | None = None
    """Subscription of the registry. Default: the subscription of the identities."""
    permission_mode: Lax[PermissionMode] = PermissionMode.REGISTRY
    """`registry` (AcrPull on the whole registry) or `repositories`, for a registry in mode RBAC
    Registry + ABAC Repository Permissions, which ignores AcrPull.
    """


class AzurePulls(Settings):
    """Pulls from ACR: the place of the identities, and the treatment of other ServiceAccounts."""

    subscription_id: Guid
    """Subscription of the identities."""
    tenant_id: Guid
    """Tenant of the identities."""
    resource_group: ResourceGroupName
    """Existing resource group of the identities."""
    location: AzureLocation
    """Location of the identities."""
    cloud: Lax[AzureCloud] = AzureCloud.PUBLIC
    """The Azure cloud."""
    variant: Lax[Variant | None] = None
    """Treatment of pods without a ServiceAccount, which are static pods: with `strict` they get no
    credentials, with `optional` they use the node's identity.
    """
    registries: Lax[tuple[Registry, ...]] = ()
    """The registries that workloads pull from."""
    identity_prefix: Annotated[str, Follows(IDENTITY_PREFIX)] | None = None
    """Prefix of the identities' names. Default: `<cluster.name>-pull`, truncated to 24 characters.
    """
    tags: AzureTags = Field(default={}, max_length=50)
    """Tags of the identities."""
