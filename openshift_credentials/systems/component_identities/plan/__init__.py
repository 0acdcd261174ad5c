"""Identities and files of a stack before anything exists."""

from collections.abc import Mapping

from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings


def shares(
    _settings: ComponentIdentitiesSettings, _root: Mapping[str, object]
) -> Mapping[str, Mapping[str, object]]:
    """No other branch follows from this one."""
    return {}
