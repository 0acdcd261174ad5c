"""Mode and secrets of the Cloud Credential Operator: :class:`CloudCredentials`."""

import pulumi

from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings

from ..base.facade import check_model
from . import facade

__all__ = ["CloudCredentials", "CloudCredentialsSettings"]


class CloudCredentials(facade.CloudCredentials):
    """The operator's mode, its root secret and component secrets."""

    def __init__(self, name: str, args: CloudCredentialsSettings, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, check_model("cloudCredentials", args), opts)
