"""Settings of control-plane identities: branch ``controlPlaneIdentities`` of the stack file."""

from typing import Final

from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)
from openshift_credentials.systems.control_plane_identities.settings.document_files import expand

__all__ = ["MODEL", "ControlPlaneIdentitiesSettings", "expand"]

MODEL: Final = ControlPlaneIdentitiesSettings
"""Model of branch ``controlPlaneIdentities``."""
