"""Identities on AWS, one type per credential mode."""

from typing import Annotated, Any, ClassVar

from pydantic import Field, SecretStr

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.stack.base import Follows, IamPath, Lax, PolicyArn, Settings
from openshift_credentials.stack.secret_texts import FollowsInSecret

from ..rules import payloads
from ..rules.credentials import CredentialMode
from .credential_groups import FederationSettings, SecretSettings


class RoleSettings(Settings):
    """The IAM role of mode `aws-sts`."""

    role_name: Annotated[str, Follows(aws_rules.LONG_IAM_ROLE_NAME)] | None = None
    """Name of the IAM role. Default: `<cluster.name>-etcd-backup`. Names over 64 characters are
    truncated and end with a hash.
    """
    existing_role: bool = False
    """The IAM role exists. The stack uses it as it is: it writes neither the trust policy nor the
    permissions. Needs `roleName`, and `rolePath` unless it is `/`.
    """
    role_path: IamPath = "/"
    """Path of the IAM role."""
    permissions_boundary: PolicyArn | None = None
    """ARN of the managed policy that is the permissions boundary of the role."""
    create_oidc_provider: bool = False
    """Create the IAM OIDC provider of `cluster.oidcIssuer`. An account can have only one provider
    per issuer: omit this setting if it exists.
    """
    retain_oidc_provider: bool = True
    """Keep the OIDC provider when the stack is destroyed or `createOidcProvider` is removed. Other
    roles of the cluster also trust it.
    """
    extra_statements: Lax[tuple[dict[str, Any], ...]] = ()
    """Additional statements of the role's permission policy, in IAM's JSON form."""


class StaticKeySettings(Settings):
    """The keys of mode `aws-static`; all of them must be encrypted in the stack file."""

    access_key_id: Annotated[SecretStr, FollowsInSecret(payloads.ACCESS_KEY_ID)] | None = None
    """Access key ID of an IAM user, or of a session. Secret."""
    secret_access_key: Annotated[SecretStr, FollowsInSecret(payloads.SECRET_ACCESS_KEY)] | None = None
    """Secret access key. Secret."""
    session_token: Annotated[SecretStr, FollowsInSecret(payloads.SESSION_TOKEN)] | None = None
    """Session token, for the keys of a session. Secret."""
    credentials_file: SecretStr | None = Field(default=None, max_length=65_536)
    """A complete shared credentials file with profile `default`, instead of the keys. Secret."""


class AwsSts(RoleSettings, FederationSettings):
    """Mode `aws-sts`: a role for the ServiceAccount of the backup Job, without a long-lived key."""

    mode: ClassVar[CredentialMode] = CredentialMode.AWS_STS


class AwsStatic(StaticKeySettings, SecretSettings):
    """Mode `aws-static`: long-lived access keys, or a complete credentials file."""

    mode: ClassVar[CredentialMode] = CredentialMode.AWS_STATIC


AwsIdentity = AwsSts | AwsStatic
"""What can upload to S3."""
