"""Settings of pulls from Azure Container Registry."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.platforms.azure.registries import REGISTRY_NAME, PermissionMode
from openshift_credentials.stack.base import Follows, Lax, Settings
from openshift_credentials.stack.clouds import AzureTags
from openshift_credentials.stack.texts import AzureLocation, Guid, ResourceGroupName
from openshift_credentials.systems.image_pulls.rules.shipped import Variant
from openshift_credentials.systems.image_pulls.settings.text_rules import (
    EXECUTABLE,
    IDENTITY_PREFIX,
    PLUGIN_VERSION,
)


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


class CloudConfig(Settings):
    """Values of the nodes' /etc/kubernetes/cloud.conf, which the plugin reads."""

    use_managed_identity_extension: bool
    """`useManagedIdentityExtension`. Without it the plugin never exchanges a token."""
    tenant_id: Guid
    """`tenantId`. The plugin uses it to request tokens of the registry."""


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
    """Treatment of ServiceAccounts without annotations: with `strict` and `optional` they get no
    credentials, with `dual` they use the node's identity.
    """
    second_executable: Annotated[str, Follows(EXECUTABLE)] | None = None
    """Second name of the plugin on the nodes, for `dual`. The directory of the plugins is
    read-only, so a layered image must provide it.
    """
    cloud_config: CloudConfig | None = None
    """Values of the nodes' cloud config."""
    registries: Lax[tuple[Registry, ...]] = ()
    """The registries that workloads pull from."""
    identity_prefix: Annotated[str, Follows(IDENTITY_PREFIX)] | None = None
    """Prefix of the identities' names. Default: `<cluster.name>-pull`, truncated to 24 characters.
    """
    plugin_version: Annotated[str, Follows(PLUGIN_VERSION)] | None = None
    """Minor version of acr-credential-provider on the nodes. Default: the Kubernetes version of the
    release.
    """
    tags: AzureTags = Field(default={}, max_length=50)
    """Tags of the identities."""
