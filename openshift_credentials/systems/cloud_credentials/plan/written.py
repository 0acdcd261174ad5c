"""Secrets whose content the stack alone may write: the root secret, and those of components."""

from collections.abc import Sequence
from typing import Final

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.kubernetes.written_secrets import WrittenSecret

from ..rules.modes.effective import Mode
from ..rules.modes.platforms import root_secret
from ..settings.branch import CloudCredentialsSettings
from .resources import component_users

_REPLACED: Final = ("cluster-bootstrap", "cloud-credential-operator")
"""Managers of the installer and of the operator, whose Secrets the stack takes over."""


def written_secrets(settings: CloudCredentialsSettings) -> Sequence[WrittenSecret] | None:
    """The root secret, or in mode Manual the Secrets of components."""
    if not settings.cluster_exists:
        return None
    if settings.mode is not Mode.MANUAL:
        root = root_secret(settings.platform)
        return [_secret(root, "root")] if root and settings.root_is_written else []
    created = [user.secret for user in component_users(settings)]
    given = [SecretRef(*name.split("/", 1)) for name in settings.component_secrets]
    return [_secret(item, logical_name(item)) for item in (*created, *given)]


def logical_name(place: SecretRef) -> str:
    """Name of the resources for a Secret; it is unique, because a namespace contains no period."""
    return f"{place.namespace}.{place.name}"


def _secret(place: SecretRef, name: str) -> WrittenSecret:
    return WrittenSecret(namespace=place.namespace, name=place.name, logical_name=name, replaces=_REPLACED)
