"""Rules between the settings of component identities, and between them and the requests."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import names as aws_rules
from openshift_credentials.platforms.azure.identifiers import BUILT_IN_ROLES
from openshift_credentials.platforms.azure.names import cloud_problem
from openshift_credentials.platforms.gcp import SERVICE_ACCOUNT_ID
from openshift_credentials.stack.clouds import one_cloud, tags_fit_the_cloud
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.tree import Tree
from openshift_credentials.systems.token_issuer.rules.issuers import get_partition

from .plan import (
    plan_component_identities,
    plan_managed_identities,
    plan_service_accounts,
    resource_name,
    unnamed_resources,
)
from .rules.gcp import PRINCIPALS_LIMIT, ComponentServiceAccount, account_id_of, service_account_names
from .settings import (
    PROVIDER_ARN,
    AwsIdentities,
    AzureIdentities,
    ComponentIdentitiesSettings,
    CustomRoles,
    GcpIdentities,
    Target,
)

_KEY: Final = "componentIdentities"
_REQUESTS: Final = f"{_KEY}.requests"


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


def branch_problems(root: Mapping[str, object], secret_keys: Collection[str]) -> Iterator[Notice]:
    tree = Tree(root, secret_keys)
    way_out = "set only the cloud of the cluster, which is the cloud of tokenIssuer"
    yield from one_cloud(tree, _KEY, way_out)
    yield from tags_fit_the_cloud(tree, _KEY)
    yield from issuer_is_known(tree)
    yield from cluster_is_named(tree)
    yield from arns_are_of_the_account(tree)
    yield from pool_is_the_issuers(tree)


def issuer_is_known(tree: Tree) -> Iterator[Notice]:
    path = "componentIdentities.issuerUrl"
    if tree.value(path) is None and tree.value("tokenIssuer") is None:
        yield invalid(
            path, "is required, because the stack has no tokenIssuer", "set the issuer of the cluster's tokens"
        )


def cluster_is_named(tree: Tree) -> Iterator[Notice]:
    path = "componentIdentities.secretsIn"
    if tree.value(path) == Target.CLUSTER and tree.value("cluster") is None:
        yield invalid("cluster", f"is required, because {path} is cluster", "set the cluster that gets the Secrets")


def arns_are_of_the_account(tree: Tree) -> Iterator[Notice]:
    branch = "componentIdentities.aws"
    region = tree.text(f"{branch}.region", aws_rules.AWS_REGION)
    account = tree.text(f"{branch}.accountId", aws_rules.AWS_ACCOUNT_ID)
    if not region or not account:
        return
    for key, rule in (("providerArn", PROVIDER_ARN), ("permissionsBoundary", aws_rules.IAM_POLICY_ARN)):
        arn = tree.text(f"{branch}.{key}", rule)
        if arn is None:
            continue
        _, partition, _, _, owner, _ = arn.split(":", 5)
        if partition != get_partition(region) or owner not in (account, "aws"):
            yield invalid(
                f"{branch}.{key}",
                f"belongs to account {owner} in {partition}, but the roles are in {account} in {get_partition(region)}",
                "set one of the roles' account",
                value=arn,
            )


def problems(settings: ComponentIdentitiesSettings) -> Iterator[Notice]:
    for index, name in enumerate(settings.olm_operators):
        if name not in {request.name for request in settings.requests.requests}:
            yield invalid(
                f"componentIdentities.olmOperators[{index}]",
                "does not match a request of the folder",
                "set metadata.name of a CredentialsRequest",
                value=name,
            )
    planned = plan_component_identities(settings)
    for problem in (*planned.problems, *planned.warnings):
        place = problem.place.removesuffix(": ")
        path = f"{_REQUESTS}, {place}" if place else _REQUESTS
        yield invalid(path, problem.why, problem.way_out or "correct the request")
    match place := settings.place:
        case AwsIdentities():
            return
        case AzureIdentities():
            yield from _azure_problems(settings, place)
        case GcpIdentities():
            yield from account_problems(settings, place, plan_service_accounts(settings, place).identities)
        case _:
            assert_never(place)


def assert_promises(_: ComponentIdentitiesSettings) -> None:
    """Requests are checked above; a stack promises nothing else about its identities."""


def _azure_problems(settings: ComponentIdentitiesSettings, azure: AzureIdentities) -> Iterator[Notice]:
    if problem := cloud_problem(azure.cloud, azure.location):
        yield invalid(
            f"{_KEY}.azure.cloud",
            f"cannot be used, because {problem}",
            "set the cloud of the location",
            value=azure.cloud.value,
        )
    known = {*BUILT_IN_ROLES, *azure.role_ids}
    for identity in plan_managed_identities(settings, azure).identities:
        missing = [resource for resource in unnamed_resources(identity) if resource not in settings.existing_ids]
        if settings.existing and missing:
            yield invalid(
                f"componentIdentities.existingIds, {identity.name}",
                f"does not contain {', '.join(missing)}, to which ccoctl gives random names",
                "set their IDs; 'az role definition list --custom-role-only' and 'az role "
                "assignment list --all' list them",
            )
        own = identity.custom_role.name if identity.custom_role else None
        for role in dict.fromkeys(assignment.role for assignment in identity.role_assignments):
            if role not in known and role != own:
                yield invalid(
                    "componentIdentities.azure.roleIds",
                    f"does not contain role {role!a}, which {identity.where} requests",
                    "set its GUID; 'az role definition list --name ROLE' shows it",
                )
