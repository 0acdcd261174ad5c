"""Identities of a hosted control plane on Azure: :class:`ControlPlaneIdentities`."""

from openshift_credentials.systems.control_plane_identities.settings import ControlPlaneIdentitiesSettings

from .facade import ControlPlaneIdentities

__all__ = ["ControlPlaneIdentities", "ControlPlaneIdentitiesSettings"]
