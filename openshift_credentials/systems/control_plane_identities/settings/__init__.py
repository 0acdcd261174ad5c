"""Settings of control-plane identities: branch ``controlPlaneIdentities`` of the stack file."""

from typing import Final

from openshift_credentials.stack.parts import expand_nothing as expand

from .branch import ControlPlaneIdentitiesSettings

__all__ = ["MODEL", "ControlPlaneIdentitiesSettings", "expand"]

MODEL: Final = ControlPlaneIdentitiesSettings
"""Model of branch ``controlPlaneIdentities``."""
