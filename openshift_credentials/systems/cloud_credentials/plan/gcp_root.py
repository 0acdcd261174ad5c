"""The service account behind the root secret on Google Cloud, before anything exists."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.gcp.identifiers import custom_role_name, service_account_email
from openshift_credentials.systems.cloud_credentials.plan.resources import requests_of
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import root_secret
from openshift_credentials.systems.cloud_credentials.rules.permissions.by_component import (
    needs_by_component,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.by_mode import (
    permissions_of_mode,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.gcp_account import (
    AccountGrants,
    account_grants,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.needed import (
    Needed,
    OperatorCloud,
    PermissionMode,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.operator_permissions import (
    GCP_CUSTOM_ROLE_PERMISSIONS,
)
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings
from openshift_credentials.systems.cloud_credentials.settings.root_secret import GcpAccount
from openshift_credentials.systems.component_identities.rules.gcp_identities import (
    account_id_suffix,
    service_account_id_front,
)

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


def account_grants_of(settings: CloudCredentialsSettings) -> AccountGrants | None:
    """What the given roles of a key file's account grant; ``None`` if none are given.

    Raises as :func:`root_need` does. In the default mode the operator decides.
    """
    gcp = settings.root_secret.gcp if settings.root_secret else None
    if gcp is None or gcp.make is not None or settings.mode is Mode.DEFAULT:
        return None
    if not (gcp.roles or gcp.permissions):
        return None
    return account_grants(root_need(settings), gcp.roles, gcp.permissions)


def custom_role_gap(settings: CloudCredentialsSettings) -> AccountGrants | None:
    """What the root lacks for sure, or may lack, to mint for requests that name permissions.

    ``None`` where it mints nothing, or where no request names permissions. Raises as
    :func:`root_need` does.
    """
    gcp = settings.root_secret.gcp if settings.root_secret else None
    if gcp is None or settings.mode is not Mode.MINT:
        return None
    components = needs_by_component(
        OperatorCloud.GCP, PermissionMode.PASSTHROUGH, requests_of(settings)
    ).values()
    if settings.requests and not any(need.permissions for need in components):
        return None
    need = Needed(permissions=GCP_CUSTOM_ROLE_PERMISSIONS)
    return account_grants(need, gcp.roles, gcp.permissions)


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
        permissions=tuple(dict.fromkeys((*need.permissions, *gcp.permissions))),
        predefined_roles=need.roles,
        secret=secret,
        is_created=gcp.make is GcpAccount.SERVICE_ACCOUNT,
    )


def _account_id(project: str, name: str) -> str:
    """An ID within 30 characters that no other cluster of the project has."""
    front = service_account_id_front(name.replace(".", "-"), _PURPOSE)
    return f"{front}-{account_id_suffix(project, name, _PURPOSE)}"
