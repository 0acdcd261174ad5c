"""Settings of pulls from Amazon ECR."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.aws.policies.document import TRUST_POLICY_LIMIT
from openshift_credentials.stack.base import Follows, Lax, Settings
from openshift_credentials.stack.clouds import AwsTags
from openshift_credentials.stack.texts import AwsAccountId, AwsRegion, DnsLabel, IamPath, PolicyArn
from openshift_credentials.systems.image_pulls.settings.text_rules import (
    IDENTITY_PREFIX,
    PLUGIN_VERSION,
)
from openshift_credentials.systems.image_pulls.settings.workload import Repositories


class FallbackRole(Settings):
    """A role for ServiceAccounts without an annotation, instead of the node's."""

    repositories: Repositories = Field(min_length=1)
    """Repositories that the role may pull from."""
    namespaces: Lax[tuple[DnsLabel, ...]] = Field(min_length=1)
    """Namespaces. All their ServiceAccounts may assume the role."""


class AwsPulls(Settings):
    """Pulls from ECR: the account of the roles, and how they are created."""

    account_id: AwsAccountId
    """AWS account of the roles and of the OIDC provider."""
    region: AwsRegion
    """A region of the account. It determines the partition."""
    role_prefix: Annotated[str, Follows(IDENTITY_PREFIX)] | None = None
    """Prefix of the roles' names. Default: `<cluster.name>-pull`, truncated to 24 characters."""
    role_path: IamPath = "/"
    """Path of the roles."""
    permissions_boundary: PolicyArn | None = None
    """ARN of the managed policy that is the permissions boundary of the roles."""
    create_oidc_provider: bool = False
    """Create the IAM OIDC provider of the issuer."""
    retain_oidc_provider: bool = True
    """Keep the OIDC provider when the stack is destroyed or `createOidcProvider` is removed. Other
    roles of the cluster also trust it.
    """
    fallback_role: FallbackRole | None = None
    """Role for ServiceAccounts without an annotation."""
    allow_wildcard_repositories: bool = False
    """Accept a `*` at the end of a repository. It matches every repository with that prefix."""
    pull_through_cache: bool = False
    """Allow the roles to import images into a pull-through cache."""
    trust_policy_limit: int = Field(default=TRUST_POLICY_LIMIT, ge=512, le=8192)
    """Maximum length of a trust policy in the account, in characters. A group whose workloads need
    more gets several roles.
    """
    plugin_version: Annotated[str, Follows(PLUGIN_VERSION)] | None = None
    """Minor version of ecr-credential-provider on the nodes. Default: the Kubernetes version of the
    release.
    """
    settle_seconds: int = Field(default=20, ge=0, le=600)
    """Wait until a change in IAM is effective everywhere, in seconds."""
    tags: AwsTags = Field(default={}, max_length=50)
    """Tags of all resources that the stack creates on AWS."""
