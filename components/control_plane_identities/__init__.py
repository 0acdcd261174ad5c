"""Identities of a hosted control plane on Azure: :class:`ControlPlaneIdentities`."""

import pulumi

from openshift_credentials.systems.control_plane_identities.settings import ControlPlaneIdentitiesSettings

from ..base.facade import check_model
from . import facade

__all__ = ["ControlPlaneIdentities", "ControlPlaneIdentitiesSettings"]


class ControlPlaneIdentities(facade.ControlPlaneIdentities):
    """Everything for the identities of a hosted cluster that HyperShift does not create."""

    def __init__(
        self, name: str, args: ControlPlaneIdentitiesSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, check_model("controlPlaneIdentities", args), opts)
