"""Settings of the root secret: the operator's admin credential, by cloud."""

import re
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, SecretStr

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.stack.base import (
    AzureLocation,
    Follows,
    GcpServiceAccountId,
    Guid,
    Lax,
    ResourceGroupName,
    Settings,
)
from openshift_credentials.stack.secret_texts import FollowsInSecret
from openshift_credentials.systems.etcd_backup.rules import payloads

INFRASTRUCTURE_NAME: Final = TextRule(
    "an infrastructure name: 1 to 27 lower-case letters, digits and hyphens",
    re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"),
    "mycluster-x7k2p",
    maximum=27,
)
USER_NAME: Final = TextRule(
    "1 to 64 letters, digits and the characters + = , . @ _ -",
    re.compile(r"[A-Za-z0-9+=,.@_-]+"),
    "mycluster-cloud-credentials",
    maximum=64,
)
VCENTER: Final = TextRule(
    "the host name or address of a vCenter, without https://",
    re.compile(r"[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?"),
    "vcenter.example.com",
    maximum=253,
)


class AwsUser(StrEnum):
    """Resources of the stack for the root credential on AWS."""

    USER = "user"
    """An IAM user with an access key."""

    POLICY = "policy"
    """The policy alone, to attach to a user of your own."""


class AwsRoot(Settings):
    """Root credential on AWS: a key from the settings, or a user that the stack creates."""

    access_key_id: Annotated[SecretStr, FollowsInSecret(payloads.ACCESS_KEY_ID)] | None = None
    """Access key ID of an IAM user. Secret."""
    secret_access_key: Annotated[SecretStr, FollowsInSecret(payloads.SECRET_ACCESS_KEY)] | None = None
    """Secret access key. Secret."""
    make: Lax[AwsUser | None] = None
    """`user`: create an IAM user with exactly the policy that the mode needs, and an access key.
    `policy`: create only the policy, for you to attach.
    """
    user_name: Annotated[str, Follows(USER_NAME)] | None = None
    """Name of the user to create. Default: `<name>-cloud-credentials`."""


class AzureRoot(Settings):
    """Root credential on Azure: a service principal with a client secret."""

    subscription_id: Guid
    """Subscription of the cluster."""
    tenant_id: Guid
    """Tenant of the subscription."""
    client_id: Guid
    """Application ID of the service principal."""
    client_secret: Annotated[SecretStr, FollowsInSecret(payloads.CLIENT_SECRET)]
    """Client secret of the service principal. Secret."""
    region: AzureLocation
    """Location of the cluster."""
    infrastructure_name: Annotated[str, Follows(INFRASTRUCTURE_NAME)]
    """Infrastructure name of the cluster: key `azure_resource_prefix`."""
    resource_group: ResourceGroupName | None = None
    """Resource group of the cluster. Default: the infrastructure name with `-rg`."""


class GcpAccount(StrEnum):
    """Resources of the stack for the root credential on Google Cloud."""

    SERVICE_ACCOUNT = "serviceAccount"
    """A service account with a key."""

    ROLE = "role"
    """The custom role alone, to grant to a service account of your own."""


class GcpRoot(Settings):
    """Root credential on Google Cloud: a key file, or a service account that the stack creates."""

    service_account_json: SecretStr | None = Field(default=None, max_length=65_536)
    """Complete key file of a service account. Secret."""
    make: Lax[GcpAccount | None] = None
    """`serviceAccount`: create a service account with exactly the permissions that the mode needs,
    and a key. `role`: create only the custom role, for you to grant.
    """
    account_id: GcpServiceAccountId | None = None
    """ID of the service account to create; the ID of the custom role is the same with underscores.
    Default: 12 characters of the name, `cloud-crede` and 5 characters that follow from project and
    name.
    """


class OpenStackRoot(Settings):
    """Root credential on OpenStack."""

    clouds_yaml: SecretStr = Field(max_length=65_536)
    """`clouds.yaml` with cloud `openstack`. Secret."""
    ca_cert: Annotated[str, Field(max_length=1_048_576)] | None = None
    """Certificate authorities of the cloud, PEM. Must equal those in ConfigMap
    `openshift-config/cloud-provider-config`, or the operator never sets its annotation.
    """


class Login(Settings):
    """User name and password."""

    username: Annotated[str, Field(min_length=1, max_length=256)]
    """User name, with its domain."""
    password: Annotated[SecretStr, Field(min_length=1, max_length=256)]
    """Password. Secret."""


class VSphereRoot(Settings):
    """Root credential on vSphere: one login per vCenter."""

    vcenters: dict[Annotated[str, Follows(VCENTER)], Login] = Field(min_length=1)
    """Credentials by host name of the vCenter."""
    redeploy_controller_manager: bool = False
    """Also redeploy the controller manager when the credential changes: for clusters without the
    vSphere CSI Driver Operator.
    """


class RootSecret(Settings):
    """The root secret in `kube-system`: one of the clouds."""

    aws: AwsRoot | None = None
    """On AWS."""
    azure: AzureRoot | None = None
    """On Azure."""
    gcp: GcpRoot | None = None
    """On Google Cloud."""
    openstack: OpenStackRoot | None = None
    """On OpenStack."""
    vsphere: VSphereRoot | None = None
    """On vSphere."""

    @property
    def credential(self) -> "Root | None":
        """The credential of the cloud that is named; the checks let at most one be named."""
        return self.aws or self.azure or self.gcp or self.openstack or self.vsphere

    @property
    def is_of_others(self) -> bool:
        """Whether the stack creates permissions alone, for an identity of others."""
        aws, gcp = self.aws, self.gcp
        return bool((aws and aws.make is AwsUser.POLICY) or (gcp and gcp.make is GcpAccount.ROLE))


Root = AwsRoot | AzureRoot | GcpRoot | OpenStackRoot | VSphereRoot
"""A root credential: one type per cloud."""
