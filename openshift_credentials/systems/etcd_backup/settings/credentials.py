"""The group ``credentials`` of a stack file, and the identity that it describes.

In the file all modes share one group. After the checks it is one type per credential mode, with the
settings of that mode and no others.
"""

from typing import TypeVar, assert_never

from pydantic import SecretStr

from openshift_credentials.stack.base import Lax, Settings

from ..rules.credentials import CredentialMode
from .aws_credentials import AwsIdentity, AwsStatic, AwsSts, RoleSettings, StaticKeySettings
from .azure_credentials import (
    AzureClientSecret,
    AzureIdentity,
    AzureManagedIdentity,
    AzureRoleSettings,
    AzureWorkloadIdentity,
    ClientId,
    ClientSecret,
    ControlPlaneReference,
    ManagedIdentitySettings,
)
from .credential_groups import FederationSettings

Identity = AwsIdentity | AzureIdentity
"""The identity that uploads: one type per credential mode."""

Kind = TypeVar("Kind", bound=Settings)


def identity_type(mode: CredentialMode) -> type[Identity]:
    """The type of a credential mode."""
    match mode:
        case CredentialMode.AWS_STS:
            return AwsSts
        case CredentialMode.AWS_STATIC:
            return AwsStatic
        case CredentialMode.AZURE_WORKLOAD_IDENTITY:
            return AzureWorkloadIdentity
        case CredentialMode.AZURE_CLIENT_SECRET:
            return AzureClientSecret
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            return AzureManagedIdentity
        case _:
            assert_never(mode)


class Credentials(
    RoleSettings,
    StaticKeySettings,
    ManagedIdentitySettings,
    ControlPlaneReference,
    AzureRoleSettings,
    FederationSettings,
):
    """The identity that uploads the snapshots, and its Secret for the operator."""

    client_id: ClientId | None = None
    """Client ID of an existing managed identity, or of the service principal in mode
    `azure-client-secret`.
    """
    client_secret: ClientSecret | None = None
    """Client secret in mode `azure-client-secret`. Secret."""
    managed_identity_document: SecretStr | None = None
    """The identity's credentials as JSON, from the managed identity data plane, in mode
    `azure-managed-identity`. Secret.
    """
    mode: Lax[CredentialMode | None] = None
    """Credential mode that the operator must detect. Default: `aws-sts` for S3,
    `azure-workload-identity` for AzureBlob.
    """

    @property
    def on_aws(self) -> AwsIdentity:
        """The identity for S3; what the settings contain decides, as it does for the operator."""
        if self.access_key_id or self.credentials_file:
            return self._as(AwsStatic)
        return self._as(AwsSts)

    @property
    def on_azure(self) -> AzureIdentity:
        """The identity for Azure Blob Storage; what the settings contain decides."""
        if self.client_secret:
            return self._as(AzureClientSecret)
        if self.managed_identity_document:
            return self._as(AzureManagedIdentity)
        return self._as(AzureWorkloadIdentity)

    def _as(self, kind: type[Kind]) -> Kind:
        settings = {name: getattr(self, name) for name in kind.model_fields}
        return kind.model_validate(settings, by_alias=False, by_name=True)
