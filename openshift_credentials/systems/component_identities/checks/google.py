"""Rules of the settings of component identities on Google Cloud."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.gcp.text_rules import SERVICE_ACCOUNT_ID
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree

from ..plan.identities import resource_name
from ..rules.gcp_identities import account_id_of, service_account_names
from ..rules.gcp_limits import PRINCIPALS_LIMIT
from ..rules.gcp_plan import ComponentServiceAccount
from ..settings import ComponentIdentitiesSettings, CustomRoles, GcpIdentities

_KEY: Final = "componentIdentities"


def pool_is_the_issuers(tree: Tree) -> Iterator[Notice]:
    """Tokens of the stack's issuer are accepted by its own pool and provider only."""
    if not isinstance(tree.value("tokenIssuer.gcp"), Mapping):
        return
    name = tree.value("tokenIssuer.name")
    for key, default in (("projectNumber", None), ("pool", name), ("provider", name)):
        path = f"{_KEY}.gcp.{key}"
        given, own = tree.value(path), tree.value(f"tokenIssuer.gcp.{key}") or default
        if given and own and str(given) != str(own):
            yield invalid(
                path, f"is not that of the pool of tokenIssuer, which has {own!a}", "remove it", value=str(given)
            )


def account_problems(
    settings: ComponentIdentitiesSettings, gcp: GcpIdentities, accounts: Sequence[ComponentServiceAccount]
) -> Iterator[Notice]:
    """What is wrong with all accounts together, and with those that the settings name."""
    yield from _account_ids(settings, gcp, accounts)
    grants = sum(len(set(account.roles)) for account in accounts)
    if grants > PRINCIPALS_LIMIT:
        yield invalid(
            f"{_KEY}.requests",
            f"grants {grants:,} roles in project {gcp.project}, but the policy of a project "
            f"accepts {PRINCIPALS_LIMIT:,} principals, each counted in each of its roles",
            "split the requests between projects",
        )
    if gcp.delete_custom_roles and gcp.custom_roles is CustomRoles.EXISTING:
        yield invalid(
            f"{_KEY}.gcp.deleteCustomRoles",
            "cannot be true, because the stack does not create the custom roles",
            f"remove it, or set {_KEY}.gcp.customRoles to create",
            value="true",
        )


def _account_ids(
    settings: ComponentIdentitiesSettings, gcp: GcpIdentities, accounts: Sequence[ComponentServiceAccount]
) -> Iterator[Notice]:
    """Accounts that exist are named by the settings, because ccoctl ends IDs at random."""
    names = {resource_name(account.secret): account for account in accounts}
    setting = f"{_KEY}.existingIds"
    for name, given in settings.existing_ids.items():
        account_id = account_id_of(given)
        if accounts and name not in names:
            yield invalid(
                setting,
                f"contains {name!a}, which is not the name of a service account of the stack",
                f"use the names {', '.join(names)}",
            )
        elif given not in service_account_names(account_id, gcp.project) or (SERVICE_ACCOUNT_ID.problem(account_id)):
            yield invalid(
                f"{setting}, {name}",
                f"must be the e-mail address or the ID of a service account of project {gcp.project}",
                f"list them with 'gcloud iam service-accounts list --project {gcp.project}'",
                value=given,
            )
    used = Counter(account.account_id for account in accounts)
    for name, account in names.items():
        if used[account.account_id] > 1:
            yield invalid(
                f"{setting}, {name}",
                "names a service account that another request also has, and each would get the permissions of both",
                "give each request an account of its own",
                value=account.account_id,
            )
        if settings.existing and name not in settings.existing_ids:
            yield invalid(
                setting,
                f"does not contain {name}, whose ID ccoctl ends with random characters",
                "set its e-mail address; 'gcloud iam service-accounts list --project "
                f"{gcp.project} --filter displayName={account.display_name}' shows it",
            )
