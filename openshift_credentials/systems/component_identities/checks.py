"""Rules between the settings of component identities, and between them and the requests."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.identifiers import BUILT_IN_ROLES
from openshift_credentials.platforms.azure.names import cloud_problem
from openshift_credentials.platforms.gcp import SERVICE_ACCOUNT_ID
from openshift_credentials.stack.clouds import check_one_cloud, check_tags
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.system import Stack
from openshift_credentials.systems.token_issuer.rules.issuers import get_partition
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings

from .plan import (
    plan_component_identities,
    plan_managed_identities,
    plan_service_accounts,
    resource_name,
    unnamed_resources,
)
from .rules.gcp import PRINCIPALS_LIMIT, ComponentServiceAccount, account_id_of, service_account_names
from .settings import AwsIdentities, AzureIdentities, ComponentIdentitiesSettings, CustomRoles, GcpIdentities, Target

_KEY: Final = "componentIdentities"
_REQUESTS: Final = f"{_KEY}.requests"


def check_pool(gcp: GcpIdentities, stack: Stack) -> Iterator[Notice]:
    issuer = stack.find(TokenIssuerSettings)
    if issuer is None or issuer.gcp is None:
        return
    for key, given, own in (
        ("projectNumber", gcp.project_number, issuer.gcp.project_number),
        ("pool", gcp.pool, issuer.gcp.pool or issuer.name),
        ("provider", gcp.provider, issuer.gcp.provider or issuer.name),
    ):
        if given != own:
            path = f"{_KEY}.gcp.{key}"
            yield invalid(path, f"is not that of the pool of tokenIssuer, which has {own!a}", "remove it", value=given)


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
        path = f"{_KEY}.gcp.deleteCustomRoles"
        why = "cannot be true, because the stack does not create the custom roles"
        yield invalid(path, why, f"remove it, or set {_KEY}.gcp.customRoles to create", value="true")


def _account_ids(
    settings: ComponentIdentitiesSettings, gcp: GcpIdentities, accounts: Sequence[ComponentServiceAccount]
) -> Iterator[Notice]:
    """Accounts that exist are named by the settings, because ccoctl ends IDs at random."""
    names = {resource_name(account.secret): account for account in accounts}
    setting = f"{_KEY}.existingIds"
    for name, given in settings.existing_ids.items():
        account_id = account_id_of(given)
        if accounts and name not in names:
            why = f"contains {name!a}, which is not the name of a service account of the stack"
            yield invalid(setting, why, f"use the names {', '.join(names)}")
        elif given not in service_account_names(account_id, gcp.project) or (SERVICE_ACCOUNT_ID.problem(account_id)):
            why = f"must be the e-mail address or the ID of a service account of project {gcp.project}"
            way_out = f"list them with 'gcloud iam service-accounts list --project {gcp.project}'"
            yield invalid(f"{setting}, {name}", why, way_out, value=given)
    used = Counter(account.account_id for account in accounts)
    for name, account in names.items():
        if used[account.account_id] > 1:
            path = f"{setting}, {name}"
            why = "names a service account that another request also has, and each would get the permissions of both"
            yield invalid(path, why, "give each request an account of its own", value=account.account_id)
        if settings.existing and name not in settings.existing_ids:
            yield invalid(
                setting,
                f"does not contain {name}, whose ID ccoctl ends with random characters",
                "set its e-mail address; 'gcloud iam service-accounts list --project "
                f"{gcp.project} --filter displayName={account.display_name}' shows it",
            )


def check_issuer(settings: ComponentIdentitiesSettings, stack: Stack) -> Iterator[Notice]:
    if settings.issuer_url is None and stack.find(TokenIssuerSettings) is None:
        why = "is required, because the stack has no tokenIssuer"
        yield invalid(f"{_KEY}.issuerUrl", why, "set the issuer of the cluster's tokens")


def check_cluster(settings: ComponentIdentitiesSettings) -> Iterator[Notice]:
    if settings.secrets_in is Target.CLUSTER and settings.cluster is None:
        yield invalid(
            "cluster", f"is required, because {_KEY}.secretsIn is cluster", "set the cluster that gets the Secrets"
        )


def check_arns(aws: AwsIdentities) -> Iterator[Notice]:
    for key, arn in (("providerArn", aws.provider_arn), ("permissionsBoundary", aws.permissions_boundary)):
        if arn is None:
            continue
        _, partition, _, _, owner, _ = arn.split(":", 5)
        own = get_partition(aws.region)
        if partition != own or owner not in (aws.account_id, "aws"):
            why = f"belongs to account {owner} in {partition}, but the roles are in {aws.account_id} in {own}"
            yield invalid(f"{_KEY}.aws.{key}", why, "set one of the roles' account", value=arn)


def problems(settings: ComponentIdentitiesSettings, stack: Stack) -> Iterator[Notice]:
    """Rules between the settings, and when they hold, what the requests result in."""
    first = list(_rules(settings, stack))
    yield from first or _contents(settings)


def _rules(settings: ComponentIdentitiesSettings, stack: Stack) -> Iterator[Notice]:
    yield from check_one_cloud(settings, _KEY, "set only the cloud of the cluster, which is the cloud of tokenIssuer")
    yield from check_tags(settings, _KEY)
    yield from check_issuer(settings, stack)
    yield from check_cluster(settings)
    if settings.aws:
        yield from check_arns(settings.aws)
    if settings.gcp:
        yield from check_pool(settings.gcp, stack)


def _contents(settings: ComponentIdentitiesSettings) -> Iterator[Notice]:
    """Requests that cannot be processed, and identities that the cloud would reject."""
    for index, name in enumerate(settings.olm_operators):
        if name not in {request.name for request in settings.requests.requests}:
            why = "does not match a request of the folder"
            way_out = "set metadata.name of a CredentialsRequest"
            yield invalid(f"componentIdentities.olmOperators[{index}]", why, way_out, value=name)
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


def _azure_problems(settings: ComponentIdentitiesSettings, azure: AzureIdentities) -> Iterator[Notice]:
    if problem := cloud_problem(azure.cloud, azure.location):
        why = f"cannot be used, because {problem}"
        yield invalid(f"{_KEY}.azure.cloud", why, "set the cloud of the location", value=azure.cloud.value)
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
                path = "componentIdentities.azure.roleIds"
                why = f"does not contain role {role!a}, which {identity.where} requests"
                yield invalid(path, why, "set its GUID; 'az role definition list --name ROLE' shows it")
