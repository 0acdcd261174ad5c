"""The service account behind the root secret on Google Cloud, before anything exists."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.gcp.identifiers import custom_role_name, service_account_email
from openshift_credentials.systems.component_identities.rules.gcp_identities import (
    account_id_suffix,
    service_account_id_front,
)

from ..rules.modes.effective import Mode
from ..rules.modes.platforms import root_secret
from ..rules.permissions.by_component import needs_by_component
from ..rules.permissions.by_mode import permissions_of_mode
from ..rules.permissions.needed import Needed, OperatorCloud, PermissionMode
from ..rules.permissions.operator_permissions import GCP_CUSTOM_ROLE_PERMISSIONS
from ..settings.branch import CloudCredentialsSettings
from ..settings.root_secret import GcpAccount
from .resources import requests_of

_PURPOSE: Final = "cloud-credentials"
_TITLE_LIMIT: Final = 100
"""Characters of the title of a role and of the display name of a service account (IAM API)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootServiceAccount:
    """A service account, its custom role and its predefined roles, and the Secret of its key.

    ``is_created`` is false where the stack creates the custom role alone.
    """

    project: str
    account_id: str
    email: str
    title: str
    role_id: str
    role: str
    permissions: Sequence[str]
    predefined_roles: Sequence[str]
    secret: SecretRef
    is_created: bool


def root_need(settings: CloudCredentialsSettings) -> Needed:
    """What the mode needs on Google Cloud.

    Raises :class:`UnusableInputError` for requests that cannot be read.
    """
    mode = PermissionMode.MINT if settings.mode is Mode.MINT else PermissionMode.PASSTHROUGH
    return permissions_of_mode(OperatorCloud.GCP, mode, requests_of(settings), settings.release)


def custom_role_gap(settings: CloudCredentialsSettings) -> Sequence[str]:
    """What the operator needs beside the ten permissions, to mint for requests that name some.

    Raises as :func:`root_need` does.
    """
    gcp = settings.root_secret.gcp if settings.root_secret else None
    if gcp is None or settings.mode is not Mode.MINT:
        return ()
    components = needs_by_component(OperatorCloud.GCP, PermissionMode.PASSTHROUGH, requests_of(settings)).values()
    return GCP_CUSTOM_ROLE_PERMISSIONS if any(need.permissions for need in components) else ()


def root_service_account(settings: CloudCredentialsSettings) -> RootServiceAccount | None:
    """The service account with exactly what the mode needs, if the stack creates any of it.

    Raises as :func:`root_need` does.
    """
    gcp = settings.root_secret.gcp if settings.root_secret else None
    secret = root_secret(settings.platform)
    if gcp is None or gcp.make is None or settings.gcp is None or secret is None:
        return None
    project = settings.gcp.project
    account_id = gcp.account_id or _account_id(project, settings.name)
    role_id = account_id.replace("-", "_")
    need = root_need(settings)
    return RootServiceAccount(
        project=project,
        account_id=account_id,
        email=service_account_email(account_id, project),
        title=f"{settings.name} {_PURPOSE}"[:_TITLE_LIMIT],
        role_id=role_id,
        role=custom_role_name(project, role_id),
        permissions=need.permissions,
        predefined_roles=need.roles,
        secret=secret,
        is_created=gcp.make is GcpAccount.SERVICE_ACCOUNT,
    )


def _account_id(project: str, name: str) -> str:
    """An ID within 30 characters that no other cluster of the project has."""
    front = service_account_id_front(name.replace(".", "-"), _PURPOSE)
    return f"{front}-{account_id_suffix(project, name, _PURPOSE)}"
