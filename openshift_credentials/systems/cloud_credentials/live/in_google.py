"""Check the account behind the root secret on Google Cloud, and the services of its project."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import text_member
from openshift_credentials.live.check import Check, existing, failure, success
from openshift_credentials.live.cloud import GoogleRead
from openshift_credentials.live.google_project import account_read, disabled_account, services_check, services_read
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.gcp.identifiers import service_account_name
from openshift_credentials.systems.token_issuer.rules.issuers import GOOGLE_UNIVERSE

from ..plan.gcp_root import root_need, root_service_account
from ..plan.resources import root_content
from ..rules.modes.effective import Mode
from ..rules.secrets.detection import gcp_fields
from ..settings.branch import CloudCredentialsSettings

_SERVICE: Final = re.compile(r"([A-Za-z0-9-]*)\..*")
_ENABLED_AS: Final = {"resourcemanager.googleapis.com": "cloudresourcemanager.googleapis.com"}
"""Services whose name is not the first part of their permissions."""


class _Root(NamedTuple):
    """The account behind the root secret; ``is_created`` if the stack creates it."""

    project: str
    universe: str
    email: str
    is_created: bool


def google_reads(settings: CloudCredentialsSettings) -> Sequence[GoogleRead]:
    """The requests to Google Cloud, if the account is known."""
    root = _root(settings)
    return () if root is None else (services_read(root), account_read(root, root.email))


def google_checks(settings: CloudCredentialsSettings, observed: Observed) -> Iterator[Check]:
    """Check the services of the project, and the account."""
    root = _root(settings)
    if root is None:
        return
    if settings.mode is not Mode.DEFAULT:
        needed = services_of(root_need(settings).permissions)
        yield from services_check(root.project, needed, observed)
    subject, found = f"service account {root.email}", observed.one(root.email)
    if observed.obstacle(root.email) is Obstacle.ABSENT:
        if root.is_created:
            yield success("cloud-absent", subject, "the update creates it")
        else:
            yield failure("cloud-absent", subject, "does not exist", "use the key of an existing account")
    elif found is not None and found.get("disabled") is True:
        yield disabled_account(root.email)
    elif found is not None and root.is_created:
        yield existing(
            observed,
            resource_types.GOOGLE_SERVICE_ACCOUNT,
            service_account_name(root.project, root.email),
            "set cloudCredentials.rootSecret.gcp.accountId to another ID",
        )
    elif found is not None:
        yield success("cloud-present", subject, "exists and is enabled")


def services_of(permissions: Sequence[str]) -> tuple[str, ...]:
    """Services that must be enabled in the project, each once.

    The operator looks for them beside the permissions. Source: openshift/cloud-credential-operator
    ``pkg/operator/utils/gcp/utils.go`` and ``pkg/gcp/client.go`` at b187feee66f4.
    """
    names = (_SERVICE.sub(r"\1.googleapis.com", name, count=1) for name in permissions)
    return tuple(dict.fromkeys(_ENABLED_AS.get(name, name) for name in names))


def _root(settings: CloudCredentialsSettings) -> _Root | None:
    """The account of the settings; a key file that cannot be read here names none."""
    if settings.root_secret is None or settings.root_secret.gcp is None:
        return None
    universe = settings.gcp.universe if settings.gcp else GOOGLE_UNIVERSE
    try:
        planned = root_service_account(settings)
    except UnusableInputError:
        return None  # the checks of the settings say it
    if planned is not None:
        return _Root(planned.project, universe, planned.email, is_created=True) if planned.is_created else None
    content = root_content(settings.root_secret) or {}
    fields = gcp_fields({key: text.encode() for key, text in content.items()})
    email, project = text_member(fields, "client_email"), text_member(fields, "project_id")
    return _Root(project, universe, email, is_created=False) if email and project else None
