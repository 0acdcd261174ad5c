"""Compare service accounts, roles and bindings on Google Cloud with what the stack creates.

Sources: REST references of IAM (``projects.serviceAccounts``, ``projects.roles``) and of Resource
Manager (``projects.getIamPolicy``).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.json_values import object_items, text_items, text_member
from openshift_credentials.live.check import Check, Purpose, failure, success, warning
from openshift_credentials.live.cloud import GoogleRead
from openshift_credentials.live.google_project import (
    POLICY,
    account_read,
    disabled_account,
    google_read,
    policy_read,
    role_read,
    unconditional_roles,
)
from openshift_credentials.live.managed import existing
from openshift_credentials.live.observed import Object, Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.gcp.identifiers import service_account_name
from openshift_credentials.systems.component_identities.plan.identities import (
    plan_component_service_accounts,
)
from openshift_credentials.systems.component_identities.rules.gcp_identities import (
    WORKLOAD_IDENTITY_USER,
)
from openshift_credentials.systems.component_identities.rules.gcp_plan import (
    ComponentServiceAccount,
)
from openshift_credentials.systems.component_identities.settings import (
    ComponentIdentitiesSettings,
    CustomRoles,
    GcpIdentities,
)

_IMPERSONATION: Final = (
    WORKLOAD_IDENTITY_USER,
    "roles/iam.serviceAccountTokenCreator",
    "roles/iam.serviceAccountUser",
    "roles/iam.serviceAccountKeyAdmin",
)
"""Roles on a service account with which others become it."""


def google_reads(settings: ComponentIdentitiesSettings) -> Sequence[GoogleRead]:
    """The requests to Google Cloud, if the identities are there."""
    gcp = settings.gcp
    if gcp is None:
        return ()
    found = [policy_read(gcp)]
    for account in plan_component_service_accounts(settings, gcp).identities:
        resource, name = account_read(gcp, account.email), _policy_of(account)
        path, permission = f"{resource.path}:getIamPolicy", "iam.serviceAccounts.getIamPolicy"
        found += [resource, google_read(gcp, name, "iam", path, permission, {})]
        if account.custom_role:
            found.append(role_read(gcp, account.custom_role))
    return found


def _policy_of(account: ComponentServiceAccount) -> str:
    return f"policy of {account.email}"


def google_checks(
    settings: ComponentIdentitiesSettings, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Check what exists before an update creates it, or what an update has created."""
    gcp = settings.gcp
    if gcp is None:
        return
    for account in plan_component_service_accounts(settings, gcp).identities:
        if purpose is Purpose.PREFLIGHT:
            yield from _before(settings, gcp, account, observed)
        else:
            yield from _after(account, observed)
        yield from _custom_role(settings, gcp, account, observed, purpose)


def _before(
    settings: ComponentIdentitiesSettings,
    gcp: GcpIdentities,
    account: ComponentServiceAccount,
    observed: Observed,
) -> Iterator[Check]:
    subject = f"service account {account.email}"
    is_absent = observed.obstacle(account.email) is Obstacle.ABSENT
    if is_absent and settings.existing:
        yield failure(
            "cloud-absent", subject, "does not exist", "correct componentIdentities.existingIds"
        )
    elif is_absent:
        yield success("cloud-absent", subject, "the update creates it")
    elif observed.one(account.email) is not None and not settings.existing:
        resource_id = service_account_name(gcp.project, account.email)
        way_out = "set componentIdentities.existing"
        yield existing(observed, resource_types.GOOGLE_SERVICE_ACCOUNT, resource_id, way_out)


def _after(account: ComponentServiceAccount, observed: Observed) -> Iterator[Check]:
    subject, way_out = f"service account {account.email}", "run 'pulumi up --refresh'"
    if observed.obstacle(account.email) is Obstacle.ABSENT:
        yield failure("cloud-absent", subject, "does not exist", way_out)
        return
    found = observed.one(account.email)
    if found is None:
        return
    if found.get("disabled") is True:
        yield disabled_account(account.email)
    else:
        yield success("cloud-account", subject, "exists and is enabled")
    if (policy := observed.one(POLICY)) is not None:
        yield from _roles(account, subject, policy)
    if (policy := observed.one(_policy_of(account))) is not None:
        yield from _users(account, subject, policy)


def _roles(account: ComponentServiceAccount, subject: str, policy: Object) -> Iterator[Check]:
    """Check that the account has its roles in the project, without a condition."""
    granted = unconditional_roles(policy, account.email)
    if missing := [role for role in dict.fromkeys(account.roles) if role not in granted]:
        yield failure(
            "cloud-roles",
            subject,
            f"does not have {', '.join(missing)} in the project",
            "run 'pulumi up --refresh'; new bindings take up to seven minutes to be effective",
        )
    else:
        yield success("cloud-roles", subject, "has its roles in the project")


def _users(account: ComponentServiceAccount, subject: str, policy: Object) -> Iterator[Check]:
    """Check who becomes the account: the component, and nobody else."""
    by_role = {
        (text_member(binding, "role"), member)
        for binding in object_items(policy, "bindings")
        for member in text_items(binding, "members")
    }
    wanted = {(WORKLOAD_IDENTITY_USER, member) for member in account.members}
    if missing := sorted(member for _, member in wanted - by_role):
        yield failure(
            "cloud-members",
            subject,
            f"cannot be used by {', '.join(missing)}",
            "run 'pulumi up --refresh'",
        )
    else:
        yield success("cloud-members", subject, "can be used by its component")
    others = sorted(
        f"{member} ({role})" for role, member in by_role - wanted if role in _IMPERSONATION
    )
    if others:
        yield warning(
            "cloud-other-members",
            subject,
            f"can also be used by {', '.join(others)}",
            "remove these bindings if you did not add them",
        )


def _custom_role(
    settings: ComponentIdentitiesSettings,
    gcp: GcpIdentities,
    account: ComponentServiceAccount,
    observed: Observed,
    purpose: Purpose,
) -> Iterator[Check]:
    name = account.custom_role
    if not name:
        return
    subject, found = f"custom role {name}", observed.one(name)
    is_used = gcp.custom_roles is CustomRoles.EXISTING or settings.existing is not None
    is_before = purpose is Purpose.PREFLIGHT and not is_used
    if found is None or found.get("deleted") is True:
        if found is None and observed.obstacle(name) is not Obstacle.ABSENT:
            return
        if is_before:
            yield success("cloud-role", subject, "the update creates or restores it")
        else:
            yield failure(
                "cloud-role",
                subject,
                "does not exist" if found is None else "is deleted",
                "set componentIdentities.gcp.customRoles to create",
            )
        return
    if is_before:
        yield existing(
            observed,
            resource_types.GOOGLE_CUSTOM_ROLE,
            name,
            "set componentIdentities.gcp.customRoles to existing",
        )
    granted = set(text_items(found, "includedPermissions"))
    if missing := [item for item in account.permissions if item not in granted]:
        command = (
            f"gcloud iam roles update {account.custom_role_id} --project {gcp.project} "
            f"--add-permissions {','.join(missing)}"
        )
        yield (warning if is_before else failure)(
            "cloud-role-permissions",
            subject,
            f"does not have {', '.join(missing)}, which {account.where} requests",
            f"run '{command}'",
        )
    elif not is_before:
        yield success("cloud-role", subject, "has the requested permissions")
