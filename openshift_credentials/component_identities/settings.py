"""Settings of component identities: branch ``componentIdentities`` of the stack file."""

import re
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, InstanceOf

from openshift_credentials.aws import text_rules as aws_rules
from openshift_credentials.azure import text_rules as azure_rules
from openshift_credentials.component_identities.request_folder import RequestFolder
from openshift_credentials.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.base import Follows, OneAsList, Settings
from openshift_credentials.stack.cluster import Cluster
from openshift_credentials.stack.kubernetes import Kubernetes
from openshift_credentials.text_rule import TextRule
from openshift_credentials.token_issuer.settings import RESOURCE_NAME, Existing

AUDIENCE: Final = TextRule(
    "an audience of tokens, without white space",
    re.compile(r"[!#-\[\]-~]+"),
    "openshift",
    maximum=255,
)
PROVIDER_ARN: Final = TextRule(
    "the ARN of an IAM OIDC provider",
    re.compile(r"arn:[a-z0-9-]+:iam::[0-9]{12}:oidc-provider/[!#-\[\]-~]+"),
    "arn:aws:iam::123456789012:oidc-provider/issuer.example.com",
)


class Target(StrEnum):
    """Where the Secrets of components go."""

    BUNDLE = "bundle"
    """Into files for openshift-install: the cluster does not exist yet."""

    CLUSTER = "cluster"
    """Into the cluster, which exists."""


class AwsIdentities(Settings):
    """IAM roles."""

    region: Annotated[str, Follows(aws_rules.AWS_REGION)] = Field(
        description="Region of the cluster. Default: that of `tokenIssuer`."
    )
    account_id: Annotated[str, Follows(aws_rules.AWS_ACCOUNT_ID)] = Field(
        description="Account of the roles. Default: that of `tokenIssuer`."
    )
    provider_arn: Annotated[str, Follows(PROVIDER_ARN)] | None = Field(
        default=None,
        description="ARN of the issuer's IAM OIDC provider. Default: that of `tokenIssuer`.",
    )
    permissions_boundary: Annotated[str, Follows(aws_rules.IAM_POLICY_ARN)] | None = Field(
        default=None, description="ARN of the managed policy that bounds every role."
    )
    audiences: Annotated[tuple[Annotated[str, Follows(AUDIENCE)], ...], OneAsList] = Field(
        default=("openshift",),
        strict=False,
        min_length=1,
        description="Audiences of the tokens that the roles accept; add `sts.amazonaws.com` where "
        "the pod identity webhook is used.",
    )


class AzureIdentities(Settings):
    """Managed identities."""

    location: Annotated[str, Follows(azure_rules.AZURE_LOCATION)] = Field(
        description="Location of the identities. Default: that of `tokenIssuer`."
    )
    subscription_id: Annotated[str, Follows(azure_rules.GUID)] = Field(
        description="Subscription of the cluster. Default: that of `tokenIssuer`."
    )
    tenant_id: Annotated[str, Follows(azure_rules.GUID)] = Field(
        description="Tenant of the subscription. Default: that of `tokenIssuer`."
    )
    identity_resource_group: Annotated[str, Follows(azure_rules.AZURE_RESOURCE_GROUP)] | None = (
        Field(
            default=None,
            description="Group of the identities, which has to exist. Default: `<name>-oidc`, that "
            "of `tokenIssuer`.",
        )
    )
    installation_resource_group: (
        Annotated[str, Follows(azure_rules.AZURE_RESOURCE_GROUP)] | None
    ) = Field(
        default=None,
        description="Empty group that openshift-install is given; made by the stack. Default: the "
        "name.",
    )
    dns_zone_resource_group: Annotated[str, Follows(azure_rules.AZURE_RESOURCE_GROUP)] | None = (
        Field(default=None, description="Group of the DNS zone, for the ingress operator.")
    )
    network_resource_group: Annotated[str, Follows(azure_rules.AZURE_RESOURCE_GROUP)] | None = (
        Field(default=None, description="Group of the network, where it is not the cluster's own.")
    )
    role_ids: dict[str, Annotated[str, Follows(azure_rules.GUID)]] = Field(
        default={}, description="GUIDs of roles by name, for roles that are not built in."
    )


class ComponentIdentitiesSettings(Settings):
    """Branch `componentIdentities`: an identity for each CredentialsRequest of a folder."""

    name: Annotated[str, Follows(RESOURCE_NAME)] = Field(
        description="Name of the cloud resources, as `ccoctl --name`. Default: that of "
        "`tokenIssuer`."
    )
    requests: InstanceOf[RequestFolder] = Field(
        description="Folder of CredentialsRequests, as `oc adm release extract "
        "--credentials-requests` writes it. Relative to the project's directory."
    )
    tech_preview: bool = Field(
        default=False, description="Also serve requests of feature set `TechPreviewNoUpgrade`."
    )
    disabled_capabilities: tuple[str, ...] = Field(
        default=(), strict=False, description="Capabilities whose requests are left out."
    )
    compatible_names: bool = Field(
        default=False,
        description="Cut long names as ccoctl does, in place of a hash at their end.",
    )
    issuer_url: Annotated[str, Follows(kubernetes_rules.OIDC_ISSUER)] | None = Field(
        default=None, description="Issuer of the cluster's tokens. Default: that of `tokenIssuer`."
    )
    aws: AwsIdentities | None = Field(default=None, description="Roles on AWS.")
    azure: AzureIdentities | None = Field(default=None, description="Identities on Azure.")
    secrets_in: Target = Field(
        default=Target.BUNDLE,
        strict=False,
        description="`bundle`: Secrets are files for openshift-install, which verb `bundle` "
        "writes. `cluster`: they are written into the cluster that exists.",
    )
    olm_operators: tuple[str, ...] = Field(
        default=(),
        strict=False,
        description="Names of requests whose operators OLM manages: they get an identity and no "
        "Secret, as the operator's own CredentialsRequest has the Secret made; output "
        "`olmOperators` has the fields for it.",
    )
    existing: Existing | None = Field(
        default=None,
        strict=False,
        description="Take over what ccoctl made: `keep` imports it and changes nothing, `repair` "
        "brings it to what a new stack makes, in a later update.",
    )
    existing_ids: dict[str, str] = Field(
        default={},
        description="IDs of existing role definitions and assignments on Azure, which no name "
        "gives away, by the name of the resource in the stack.",
    )
    tags: dict[str, str] = Field(
        default={}, description="Further tags; those that ccoctl gives are always there."
    )
    cluster: Cluster | None = Field(default=None, description="The cluster that exists.")
    kubernetes: Kubernetes = Field(default=Kubernetes(), description="How to reach it.")

    @property
    def is_bundled(self) -> bool:
        """Whether Secrets are files for a cluster to come."""
        return self.secrets_in is Target.BUNDLE
