"""Vaults, secrets, identities and exports of a stack before anything exists."""

from openshift_credentials.systems.control_plane_identities.plan.references import shares

__all__ = ["shares"]
