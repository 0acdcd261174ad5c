"""How the components of a HostedCluster on Azure log in.

Source: openshift/hypershift ``api/hypershift/v1beta1/azure.go``.
"""

from enum import StrEnum


class AuthenticationType(StrEnum):
    """``azureAuthenticationConfigType``: documents from a vault, or ServiceAccount tokens."""

    MANAGED_IDENTITIES = "ManagedIdentities"
    WORKLOAD_IDENTITIES = "WorkloadIdentities"
