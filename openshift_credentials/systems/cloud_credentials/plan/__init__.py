"""Resources, manifests and rotation of cloud credentials before anything exists."""

from collections.abc import Mapping

from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings


def shares(
    _settings: CloudCredentialsSettings, _root: Mapping[str, object]
) -> Mapping[str, Mapping[str, object]]:
    """No other branch follows from this one."""
    return {}
