"""Settings of pulls from Amazon ECR."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.stack.base import AwsAccountId, AwsRegion, Follows, PolicyArn, Settings
from openshift_credentials.stack.clouds import AwsTags

from .text_rules import IDENTITY_PREFIX


class AwsPulls(Settings):
    """Pulls from ECR: the account of the roles, and how they are created."""

    account_id: AwsAccountId
    """AWS account of the roles and of the OIDC provider."""
    region: AwsRegion
    """A region of the account. It determines the partition."""
    role_prefix: Annotated[str, Follows(IDENTITY_PREFIX)] | None = None
    """Prefix of the roles' names. Default: `<cluster.name>-pull`, truncated to 24 characters."""
    permissions_boundary: PolicyArn | None = None
    """ARN of the managed policy that is the permissions boundary of the roles."""
    create_oidc_provider: bool = False
    """Create the IAM OIDC provider of the issuer."""
    retain_oidc_provider: bool = True
    """Keep the OIDC provider when the stack is destroyed or `createOidcProvider` is removed. Other
    roles of the cluster also trust it.
    """
    settle_seconds: int = Field(default=20, ge=0, le=600)
    """Wait until a change in IAM is effective everywhere, in seconds."""
    tags: AwsTags = Field(default={}, max_length=50)
    """Tags of all resources that the stack creates on AWS."""
