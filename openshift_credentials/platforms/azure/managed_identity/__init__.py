"""Credentials of an Azure managed identity: the file, and the certificate in it."""

from openshift_credentials.platforms.azure.managed_identity.document import (
    ManagedIdentityCredentials,
    document_problems,
    stand_in_credentials,
)

__all__ = ["ManagedIdentityCredentials", "document_problems", "stand_in_credentials"]
