"""Settings of the Cloud Credential Operator: branch ``cloudCredentials`` of the stack file."""

from pathlib import Path
from typing import Final

from openshift_credentials.stack.parts import Expanded
from openshift_credentials.stack.request_folder import with_requests

from .branch import CloudCredentialsSettings

__all__ = ["MODEL", "CloudCredentialsSettings", "expand"]

MODEL: Final = CloudCredentialsSettings
"""Model of branch ``cloudCredentials``."""


def expand(branch: object, directory: Path) -> Expanded:
    """Read the folder of CredentialsRequests."""
    return with_requests(branch, directory, path="cloudCredentials.requests")
