"""Settings of control-plane identities: branch ``controlPlaneIdentities`` of the stack file."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from openshift_credentials.azure import text_rules as azure_rules
from openshift_credentials.azure.clouds import AzureCloud
from openshift_credentials.control_plane_identities.identity_settings import (
    INFRA_ID,
    KEY_VAULT_NAME,
    DataPlane,
    Group,
    Guid,
    Identities,
    KeyVaultUser,
)
from openshift_credentials.control_plane_identities.rules.components import (
    Component,
)
from openshift_credentials.control_plane_identities.rules.identity_schema import MANAGED, WORKLOAD
from openshift_credentials.control_plane_identities.rules.roles import Groups
from openshift_credentials.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.base import Follows, Settings
from openshift_credentials.stack.kubernetes import Kubernetes


class AuthenticationType(StrEnum):
    """``azureAuthenticationConfigType`` of the HostedCluster."""

    MANAGED_IDENTITIES = MANAGED
    WORKLOAD_IDENTITIES = WORKLOAD


class Topology(StrEnum):
    """``topology`` of a self-managed HostedCluster."""

    PUBLIC = "Public"
    PUBLIC_AND_PRIVATE = "PublicAndPrivate"
    PRIVATE = "Private"


class ResourceGroups(Settings):
    """Resource groups of the hosted cluster, in which its identities get roles."""

    managed: Group = Field(description="Group of the cluster's own resources.")
    nsg: Group = Field(description="Group of the network security group.")
    vnet: Group = Field(description="Group of the virtual network.")
    dns_zone: Group = Field(description="Group of the DNS zone of the base domain.")


class NetworkRules(Settings):
    """Who may reach the vault; everybody else is denied."""

    subnet_ids: tuple[Annotated[str, Follows(azure_rules.SUBNET_ID)], ...] = Field(
        default=(),
        strict=False,
        max_length=200,
        description="Resource IDs of subnets, such as that of the management cluster's nodes; "
        "each needs the service endpoint `Microsoft.KeyVault`.",
    )
    addresses: tuple[Annotated[str, Follows(azure_rules.PUBLIC_ADDRESS)], ...] = Field(
        default=(), strict=False, max_length=1000, description="Public IPv4 addresses or ranges."
    )


class Vault(Settings):
    """A key vault, made in RBAC mode or adopted."""

    name: Annotated[str, Follows(KEY_VAULT_NAME)] = Field(
        description="Name of the vault, without https:// and suffix. It is unique in the world, "
        "and a deleted one blocks its name for the days of soft delete."
    )
    existing: bool = Field(
        default=False, description="The vault exists, in RBAC mode; it is not changed itself."
    )
    resource_group: Group | None = Field(
        default=None, description="Resource group of the vault. Default: `resourceGroup`."
    )
    tenant_id: Guid | None = Field(
        default=None, description="Tenant of an existing vault. Default: `tenantId`."
    )
    soft_delete_days: int = Field(
        default=90, ge=7, le=90, description="Days for which deleted secrets can be restored."
    )
    purge_protection: bool = Field(
        default=True, description="Nobody can purge before those days are over; cannot be undone."
    )
    network_rules: NetworkRules | None = Field(
        default=None, description="Who may reach the vault. Default: everybody, with a token."
    )


class KmsKey(Settings):
    """The key that encrypts etcd."""

    vault: Vault = Field(description="The vault of the key, other than that of the identities.")
    key_name: Annotated[str, Follows(azure_rules.KEY_NAME)] = Field(
        default="etcd", description="Name of the key."
    )
    key_version: Annotated[str, Follows(azure_rules.KEY_VERSION)] | None = Field(
        default=None, description="Version of a key that exists. Default: the key is made."
    )


class OwnClass(Settings):
    """A SecretProviderClass for pods of one's own, beside those that HyperShift makes."""

    name: Annotated[str, Follows(kubernetes_rules.DNS_SUBDOMAIN)] = Field(
        description="Name; `managed-azure-...` is HyperShift's."
    )
    namespace: Annotated[str, Follows(kubernetes_rules.DNS_LABEL)] = Field(
        description="Namespace of the pods."
    )
    identity: Component = Field(strict=False, description="Identity whose secret is mounted.")


class ControlPlaneIdentitiesSettings(Settings):
    """Identities of one hosted control plane on Azure."""

    kubernetes: Kubernetes = Field(default=Kubernetes(), description="The management cluster.")
    hosted_cluster: Annotated[str, Follows(kubernetes_rules.HOSTED_CLUSTER)] = Field(
        description="`namespace/name` of the HostedCluster."
    )
    infra_id: Annotated[str, Follows(INFRA_ID)] = Field(
        description="Infra ID of the cluster; part of the names of identities and roles."
    )
    type: AuthenticationType = Field(
        default=AuthenticationType.MANAGED_IDENTITIES,
        strict=False,
        description="`ManagedIdentities` (ARO HCP) or `WorkloadIdentities` (self-managed).",
    )
    cloud: AzureCloud = Field(
        default=AzureCloud.PUBLIC, strict=False, description="Azure cloud of the cluster."
    )
    subscription_id: Guid = Field(description="Subscription of everything.")
    tenant_id: Guid = Field(description="Tenant of the identities.")
    location: Annotated[str, Follows(azure_rules.AZURE_LOCATION)] = Field(
        description="Location of vaults and identities."
    )
    resource_group: Group = Field(description="Existing group of vaults and identities.")
    resource_groups: ResourceGroups = Field(description="Groups in which identities get roles.")
    oidc_issuer: Annotated[str, Follows(kubernetes_rules.OIDC_ISSUER)] = Field(
        description="Issuer of the hosted cluster's tokens, verbatim: a slash counts."
    )
    topology: Topology | None = Field(
        default=None, strict=False, description="Topology of a self-managed cluster."
    )
    disabled_capabilities: tuple[str, ...] = Field(
        default=(), strict=False, description="Capabilities that the cluster disables."
    )
    custom_roles: bool = Field(
        default=False,
        description="`--assign-custom-hcp-roles`; its role for node pools is a name where Azure "
        "needs a GUID, and is refused.",
    )
    settle_seconds: int = Field(
        default=120, ge=0, le=900, description="Wait after a role in a vault, which is slow."
    )
    warn_days: int = Field(
        default=30, ge=0, le=3650, description="Warn this many days before credentials end."
    )
    vault: Vault | None = Field(
        default=None, description="Vault of the identities; required for managed identities."
    )
    key_vault_user: KeyVaultUser | None = Field(
        default=None, description="Who reads the vault; required for managed identities."
    )
    identities: Identities | None = Field(
        default=None, description="Control-plane identities; required for managed identities."
    )
    data_plane: DataPlane | None = Field(
        default=None, description="Existing identities of the data plane. Default: made."
    )
    kms: KmsKey | None = Field(default=None, description="Encrypt etcd with a key of a vault.")
    secret_provider_classes: tuple[OwnClass, ...] = Field(
        default=(), strict=False, description="SecretProviderClasses for pods of one's own."
    )

    @property
    def is_managed(self) -> bool:
        """Whether credentials come from a vault."""
        return self.type is AuthenticationType.MANAGED_IDENTITIES

    @property
    def groups(self) -> Groups:
        """Resource groups in which identities get roles."""
        names = self.resource_groups
        return Groups(
            subscription_id=self.subscription_id,
            managed=names.managed,
            nsg=names.nsg,
            vnet=names.vnet,
            dns_zone=names.dns_zone,
        )
