"""Mode and secrets of the Cloud Credential Operator: :class:`CloudCredentials`."""

from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings

from .facade import CloudCredentials

__all__ = ["CloudCredentials", "CloudCredentialsSettings"]
