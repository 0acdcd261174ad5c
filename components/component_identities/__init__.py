"""Identities of components: :class:`ComponentIdentities`."""

from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings

from .facade import ComponentIdentities

__all__ = ["ComponentIdentities", "ComponentIdentitiesSettings"]
