"""CredentialsRequests: the cloud permissions that components of a cluster request.

The reader accepts and orders the same input as upstream; only :mod:`.folder` reads the disk.
``openshift_credentials.platforms.credentials_requests.reader`` is the entry point.
"""

from .models import (
    AWSProviderSpec,
    AzureProviderSpec,
    CredentialsRequest,
    GCPProviderSpec,
    IBMCloudProviderSpec,
    Ignored,
    ProviderKind,
    ProviderSpecError,
    Requests,
    SecretRef,
    StatementEntry,
    Unreadable,
    VSphereProviderSpec,
    aws_provider_spec,
    azure_provider_spec,
    gcp_provider_spec,
    ibm_cloud_provider_spec,
    provider_kind,
    vsphere_provider_spec,
)
from .reader import load_requests, of_kind, without_capabilities

__all__ = [
    "AWSProviderSpec",
    "AzureProviderSpec",
    "CredentialsRequest",
    "GCPProviderSpec",
    "IBMCloudProviderSpec",
    "Ignored",
    "ProviderKind",
    "ProviderSpecError",
    "Requests",
    "SecretRef",
    "StatementEntry",
    "Unreadable",
    "VSphereProviderSpec",
    "aws_provider_spec",
    "azure_provider_spec",
    "gcp_provider_spec",
    "ibm_cloud_provider_spec",
    "load_requests",
    "of_kind",
    "provider_kind",
    "vsphere_provider_spec",
    "without_capabilities",
]
