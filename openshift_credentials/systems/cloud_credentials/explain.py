"""What the credentials of a stack can do, and who holds them; notices about them."""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.json_values import as_object, object_items, read_json, text_items
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.base.wording import quantity
from openshift_credentials.stack.explanation import Explanation, Permission

from .plan import (
    PlannedUser,
    RootServiceAccount,
    component_users,
    custom_role_gap,
    requests_of,
    root_service_account,
    root_user,
)
from .rules.modes import Mode
from .rules.platforms import Strategy, root_secret, supported_strategies
from .settings import CloudCredentialsSettings

REMARKS: Final = package_notices(__package__ or "", "warnings.yaml")


def remarks(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    if settings.remove_after_installation:
        yield REMARKS["root-secret-removed"]
    note = supported_strategies(settings.platform).get(Strategy.MANUAL_LONG_TERM)
    if settings.mode is Mode.MANUAL and note:
        yield REMARKS["support-note"].fill(platform=settings.platform, note=note)
    if settings.makes_component_users:
        yield REMARKS["long-lived-keys"]
    if settings.mode is Mode.MANUAL and settings.cluster_exists and not settings.upgradeable_to:
        yield REMARKS["not-upgradeable"]
    if settings.mode is Mode.PASSTHROUGH and not requests_of(settings):
        yield REMARKS["permissions-unchecked"]
    if lacking := custom_role_gap(settings):
        yield REMARKS["custom-roles-lacking"].fill(permissions=" and ".join(lacking))


def explain(settings: CloudCredentialsSettings) -> Explanation:
    root = root_user(settings)
    components = component_users(settings)
    users = (*([root] if root and root.is_created else []), *components)
    account = root_service_account(settings)
    mode = f"mode {settings.mode or 'default'} on {settings.platform}"
    return Explanation(
        f"{_identity(settings, users, account)}, for {mode}",
        ways=(),
        permissions=(
            *_permissions(root.policies if root else (), "the operator needs it"),
            *(
                permission
                for user in components
                for permission in _permissions(user.policies, f"{user.request} requires it")
            ),
            *(_account_permissions(account) if account else ()),
        ),
        remarks=(
            *(
                ["anybody who can read a Secret can use its credentials from anywhere"]
                if settings.has_credentials
                else []
            ),
            *map(str, remarks(settings)),
        ),
    )


def _identity(
    settings: CloudCredentialsSettings, users: Sequence[PlannedUser], account: RootServiceAccount | None
) -> str:
    if users:
        return f"{quantity(len(users), 'IAM user')} with access keys"
    if account is not None and account.is_created:
        key = "with a key" if settings.root_is_written else "without a key"
        return f"service account {account.email} {key}"
    if account is not None:
        return f"custom role {account.role}"
    if not settings.has_credentials:
        return "no credentials of this branch"
    if settings.component_secrets:
        return "the credentials in the given Secrets"
    if settings.root_secret and settings.root_secret.is_of_others:
        return "a policy for an IAM user of your own"
    secret = root_secret(settings.platform)
    if settings.root_is_written:
        return f"the credentials in {secret}"
    return f"no credentials, because {secret} is removed"


def _permissions(policies: Sequence[str], why: str) -> Iterator[Permission]:
    for policy in policies:
        for statement in object_items(as_object(read_json(policy)), "Statement"):
            actions = tuple(text_items(statement, "Action"))
            conditions = ("under a condition",) if "Condition" in statement else ()
            yield Permission(actions=actions, scope=str(statement["Resource"]), why=why, conditions=conditions)


def _account_permissions(account: RootServiceAccount) -> Iterator[Permission]:
    yield Permission(
        actions=tuple(account.permissions), scope=f"project {account.project}", why="the operator needs it"
    )
    for role in account.predefined_roles:
        yield Permission(actions=(role,), scope=f"project {account.project}", why="a request names the role")
