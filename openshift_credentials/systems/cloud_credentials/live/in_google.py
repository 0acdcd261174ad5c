"""Compare the account of the root secret on Google Cloud with what the mode needs.

The operator tests the key with ``projects.testIamPermissions``; whoever runs a verb has no key, so
the roles of the account are read. Roles that it inherits from a folder or an organization are not.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import text_items, text_member
from openshift_credentials.live.check import Check, Purpose, failure, success, warning
from openshift_credentials.live.cloud import GoogleRead
from openshift_credentials.live.google_project import (
    POLICY,
    SERVICES,
    account_read,
    disabled_account,
    enabled_services,
    policy_read,
    role_read,
    services_check,
    services_read,
    unconditional_roles,
)
from openshift_credentials.live.managed import existing
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.gcp.identifiers import service_account_name
from openshift_credentials.systems.cloud_credentials.plan.gcp_root import (
    root_need,
    root_service_account,
)
from openshift_credentials.systems.cloud_credentials.plan.resources import root_content
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Annotation, Mode
from openshift_credentials.systems.cloud_credentials.rules.permissions.gcp_probe import (
    probed_annotation,
    services_of,
)
from openshift_credentials.systems.cloud_credentials.rules.permissions.operator_permissions import (
    GCP_MINT_PERMISSIONS,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.detection import gcp_fields
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings
from openshift_credentials.systems.token_issuer.rules.issuers import GOOGLE_UNIVERSE


class _Root(NamedTuple):
    """The account behind the root secret; ``is_created`` if the stack creates it."""

    project: str
    universe: str
    email: str
    is_created: bool


def google_reads(settings: CloudCredentialsSettings) -> Sequence[GoogleRead]:
    """The first requests, if the account is known."""
    root = _root(settings)
    if root is None:
        return ()
    return (services_read(root), policy_read(root), account_read(root, root.email))


def google_role_reads(
    settings: CloudCredentialsSettings, observed: Observed
) -> Sequence[GoogleRead]:
    """Each role that the account has in the project."""
    root, policy = _root(settings), observed.one(POLICY)
    if root is None or policy is None:
        return ()
    return [role_read(root, role) for role in unconditional_roles(policy, root.email)]


def google_checks(
    settings: CloudCredentialsSettings, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Check the services of the project, the account, and what it may do."""
    root = _root(settings)
    if root is None:
        return
    is_default = settings.mode is Mode.DEFAULT
    needed = GCP_MINT_PERMISSIONS if is_default else root_need(settings).permissions
    if not is_default:
        yield from services_check(root.project, services_of(needed), observed)
    subject, found = f"service account {root.email}", observed.one(root.email)
    if observed.obstacle(root.email) is Obstacle.ABSENT:
        if root.is_created and purpose is Purpose.PREFLIGHT:
            yield success("cloud-absent", subject, "the update creates it")
        else:
            yield failure(
                "cloud-absent",
                subject,
                "does not exist",
                "run 'pulumi up'" if root.is_created else "use the key of an existing account",
            )
    elif found is not None and found.get("disabled") is True:
        yield disabled_account(root.email)
    elif found is not None:
        if root.is_created and purpose is Purpose.PREFLIGHT:
            yield existing(
                observed,
                resource_types.GOOGLE_SERVICE_ACCOUNT,
                service_account_name(root.project, root.email),
                "set cloudCredentials.rootSecret.gcp.accountId to another ID",
            )
        granted = _permissions_of_roles(root, observed)
        if granted is not None and is_default:
            yield from _default_mode(subject, granted, observed)
        elif granted is not None:
            yield from _permissions(root, needed, subject, granted)


def _permissions_of_roles(root: _Root, observed: Observed) -> set[str] | None:
    """What the roles of the account grant; ``None`` unless all of them were read."""
    policy = observed.one(POLICY)
    if policy is None:
        return None
    roles = unconditional_roles(policy, root.email)
    if not observed.were_read(*roles):
        return None
    return {
        permission
        for role in roles
        for found in observed.all(role)
        for permission in text_items(found, "includedPermissions")
    }


def _default_mode(subject: str, granted: set[str], observed: Observed) -> Iterator[Check]:
    """Tell which mode the operator finds by its own test, if the services were read."""
    if not observed.were_read(SERVICES):
        return
    found = probed_annotation(granted, enabled_services(observed))
    if found is Annotation.INSUFFICIENT:
        yield warning(
            "cloud-root-mode",
            subject,
            "has too few permissions, or its project too few enabled services: the operator "
            "annotates the root secret with insufficient",
            "grant the permissions that 'cco permissions --cloud gcp --mode mint' lists, unless "
            "the account inherits them, and enable their services",
        )
    else:
        yield success("cloud-root-mode", subject, f"makes the operator choose mode {found}")


def _permissions(
    root: _Root, needed: Sequence[str], subject: str, granted: set[str]
) -> Iterator[Check]:
    """Check what the roles of the account grant."""
    if missing := [name for name in needed if name not in granted]:
        yield warning(
            "cloud-root-permissions",
            subject,
            f"gets no {', '.join(missing)} from its roles in project {root.project}",
            "run 'pulumi up --refresh'"
            if root.is_created
            else "grant them with a custom role, unless it inherits them from a folder or an "
            "organization",
        )
    else:
        yield success("cloud-root-permissions", subject, "has every permission that is needed")


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
        return (
            _Root(planned.project, universe, planned.email, is_created=True)
            if planned.is_created
            else None
        )
    content = root_content(settings.root_secret) or {}
    fields = gcp_fields({key: text.encode() for key, text in content.items()})
    email, project = text_member(fields, "client_email"), text_member(fields, "project_id")
    return _Root(project, universe, email, is_created=False) if email and project else None
