"""Service accounts and custom roles that Google Cloud has before an update.

Source: REST reference of IAM (``projects.serviceAccounts``, ``projects.roles``).
"""

from collections.abc import Iterator, Sequence

from openshift_credentials.base.json_values import text_items
from openshift_credentials.live.check import Check, existing, failure, success
from openshift_credentials.live.cloud import GoogleRead
from openshift_credentials.live.google_project import account_read, disabled_account, role_read
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.gcp.identifiers import service_account_name

from ..plan.identities import plan_component_service_accounts
from ..rules.gcp_plan import ComponentServiceAccount
from ..settings import ComponentIdentitiesSettings, CustomRoles, GcpIdentities


def google_reads(settings: ComponentIdentitiesSettings) -> Sequence[GoogleRead]:
    """The requests to Google Cloud, if the identities are there."""
    gcp = settings.gcp
    if gcp is None:
        return ()
    found: list[GoogleRead] = []
    for account in plan_component_service_accounts(settings, gcp).identities:
        found.append(account_read(gcp, account.email))
        if account.custom_role:
            found.append(role_read(gcp, account.custom_role))
    return found


def google_checks(settings: ComponentIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    """Check what exists before an update creates or uses it."""
    gcp = settings.gcp
    if gcp is None:
        return
    for account in plan_component_service_accounts(settings, gcp).identities:
        yield from _account(settings, gcp, account, observed)
        yield from _custom_role(settings, gcp, account, observed)


def _account(
    settings: ComponentIdentitiesSettings, gcp: GcpIdentities, account: ComponentServiceAccount, observed: Observed
) -> Iterator[Check]:
    subject = f"service account {account.email}"
    found = observed.one(account.email)
    if found is not None and settings.existing:
        if found.get("disabled") is True:
            yield disabled_account(account.email)
        else:
            yield success("cloud-account", subject, "exists and is enabled")
    elif found is not None:
        resource_id = service_account_name(gcp.project, account.email)
        way_out = "set componentIdentities.existing"
        yield existing(observed, resource_types.GOOGLE_SERVICE_ACCOUNT, resource_id, way_out)
    elif observed.obstacle(account.email) is Obstacle.ABSENT and settings.existing:
        yield failure("cloud-absent", subject, "does not exist", "correct componentIdentities.existingIds")
    elif observed.obstacle(account.email) is Obstacle.ABSENT:
        yield success("cloud-absent", subject, "the update creates it")


def _custom_role(
    settings: ComponentIdentitiesSettings, gcp: GcpIdentities, account: ComponentServiceAccount, observed: Observed
) -> Iterator[Check]:
    name = account.custom_role
    if not name:
        return
    subject, found = f"custom role {name}", observed.one(name)
    is_used = gcp.custom_roles is CustomRoles.EXISTING or settings.existing is not None
    if found is None or found.get("deleted") is True:
        if found is None and observed.obstacle(name) is not Obstacle.ABSENT:
            return
        if not is_used:
            yield success("cloud-role", subject, "the update creates or restores it")
        else:
            yield failure(
                "cloud-role",
                subject,
                "does not exist" if found is None else "is deleted",
                "set componentIdentities.gcp.customRoles to create",
            )
        return
    if not is_used:
        yield existing(
            observed, resource_types.GOOGLE_CUSTOM_ROLE, name, "set componentIdentities.gcp.customRoles to existing"
        )
        return
    granted = set(text_items(found, "includedPermissions"))
    if missing := [item for item in account.permissions if item not in granted]:
        command = (
            f"gcloud iam roles update {account.custom_role_id} --project {gcp.project} "
            f"--add-permissions {','.join(missing)}"
        )
        yield failure(
            "cloud-role-permissions",
            subject,
            f"does not have {', '.join(missing)}, which {account.where} requests",
            f"run '{command}'",
        )
    else:
        yield success("cloud-role", subject, "has the requested permissions")
