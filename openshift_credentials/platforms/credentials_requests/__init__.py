"""CredentialsRequests: the cloud permissions that components of a cluster request.

The reader accepts and orders the same input as upstream; only :mod:`.folder` reads the disk.
``openshift_credentials.platforms.credentials_requests.reader`` is the entry point.
"""

from .models import (
    AWSProviderSpec,
    AzureProviderSpec,
    CredentialsRequest,
    GCPProviderSpec,
    Ignored,
    ProviderKind,
    ProviderSpecError,
    Requests,
    SecretRef,
    StatementEntry,
    Unreadable,
    aws_provider_spec,
    azure_provider_spec,
    gcp_provider_spec,
    ibm_cloud_permissions,
    provider_kind,
    vsphere_privileges,
)
from .reader import load_requests, of_kind, without_capabilities

__all__ = [
    "AWSProviderSpec",
    "AzureProviderSpec",
    "CredentialsRequest",
    "GCPProviderSpec",
    "Ignored",
    "ProviderKind",
    "ProviderSpecError",
    "Requests",
    "SecretRef",
    "StatementEntry",
    "Unreadable",
    "aws_provider_spec",
    "azure_provider_spec",
    "gcp_provider_spec",
    "ibm_cloud_permissions",
    "load_requests",
    "of_kind",
    "provider_kind",
    "vsphere_privileges",
    "without_capabilities",
]
