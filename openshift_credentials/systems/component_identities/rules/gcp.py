"""The service account of each CredentialsRequest on Google Cloud, rendered: names, bindings, configuration, commands.

Sources: openshift/cloud-credential-operator ``pkg/cmd/provisioning/gcp`` and ``pkg/gcp/actuator`` at
commit b187feee66f4. Limits: IAM API reference (``projects.serviceAccounts.create``, ``projects.roles``), IAM
documentation, "Quotas and limits", "Roles and permissions" and "Create and manage custom roles".
"""

import hashlib
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from openshift_credentials.base.errors import input_problem
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms import gcp as identifiers
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, ProviderKind, ProviderSpec
from openshift_credentials.platforms.gcp import (
    ROLE_BYTES,
    ROLE_PERMISSIONS,
    SERVICE_ACCOUNT_ID,
    custom_role_name,
    role_size,
    service_account_email,
)
from openshift_credentials.platforms.go.text import encode
from openshift_credentials.platforms.kubernetes.names import subject
from openshift_credentials.systems.token_issuer.rules.issuers import AUDIENCE, CREATED_BY, GOOGLE_UNIVERSE

from .requests import (
    RANDOM_ALPHABET,
    TOKEN_PATH,
    Planned,
    PlannedIdentity,
    decode_requests,
    gcp_secret,
    generate_name_with_field_limits,
    name_warnings,
    shared_names,
    shorten_name,
)

NAME_LIMIT: Final = 32
"""Bytes of ``--name`` (gcp/create_workload_identity_pool.go)."""

WORKLOAD_IDENTITY_USER: Final = "roles/iam.workloadIdentityUser"

_NOT_ALPHANUMERIC: Final = re.compile(r"[^a-zA-Z0-9]+")


def generate_role_id(project: str, request_name: str) -> str:
    """ID of a request's custom role, which all clusters of the project share.

    Raises :class:`ValueError` if a name contains no letters or digits.
    """
    project, request_name = (_NOT_ALPHANUMERIC.sub("", text) for text in (project, request_name))
    if not project:
        raise ValueError("empty project name")
    if not request_name:
        raise ValueError("empty credential request name")
    return f"{project[:32]}_{request_name[:31]}"


def generate_role_name(project: str, request_name: str) -> str:
    """Title of a request's custom role. Raises :class:`ValueError` for empty names."""
    if not project:
        raise ValueError("empty project name")
    if not request_name:
        raise ValueError("empty credential request name")
    return f"{shorten_name(project, 50)}-{shorten_name(request_name, 49)}"


def service_account_name(name: str, request_name: str) -> str:
    return generate_name_with_field_limits(name, 50, request_name, 49)


def service_account_id_front(name: str, request_name: str) -> str:
    """ID of a request's service account, without the five random characters at the end."""
    return generate_name_with_field_limits(name, 12, request_name, 11)


def account_id_suffix(*parts: str) -> str:
    """Five characters for the end of a service account's ID, always the same for ``parts``.

    ccoctl chooses them at random, from the same characters.
    """
    number = int.from_bytes(hashlib.sha256("/".join(parts).encode("utf-8", "replace")).digest())
    characters: list[str] = []
    for _ in range(5):
        number, index = divmod(number, len(RANDOM_ALPHABET))
        characters.append(RANDOM_ALPHABET[index])
    return "".join(characters)


def account_id_of(named: str) -> str:
    """ID of a service account that is named by its ID, its e-mail address or its resource name."""
    return named.rpartition("/")[2].partition("@")[0]


def service_account_names(account_id: str, project: str) -> tuple[str, str, str]:
    """ID, e-mail address and resource name: each of them names the account in settings."""
    email = service_account_email(account_id, project)
    return account_id, email, identifiers.service_account_name(project, email)


def identity_provider_binding_names(
    project_number: int | str, pool: str, namespace: str, service_accounts: Iterable[str]
) -> list[str]:
    """Members that can impersonate the service account of a request."""
    front = f"principal://iam.googleapis.com/projects/{project_number}/locations/global"
    return [
        f"{front}/workloadIdentityPools/{pool}/subject/{subject(namespace, account)}" for account in service_accounts
    ]


def audience(project_number: int | str, pool: str, provider: str) -> str:
    return (
        f"//iam.googleapis.com/projects/{project_number}/locations/global"
        f"/workloadIdentityPools/{pool}/providers/{provider}"
    )


def universe_domain_args(universe: str, indent: str = "  ") -> tuple[str, str]:
    """Domain of the endpoints, and the member with it if it is not the default one.

    ``indent`` precedes the member, as in the operator or in ccoctl.
    """
    if universe in ("", GOOGLE_UNIVERSE):
        return GOOGLE_UNIVERSE, ""
    return universe, f',\n{indent}"universe_domain": "{universe}"'


def credentials_config(project_number: int | str, pool: str, provider: str, email: str, universe: str = "") -> str:
    domain, member = universe_domain_args(universe, "  \t")
    impersonation = f"https://iamcredentials.{domain}/v1/projects/-/serviceAccounts/{email}:generateAccessToken"
    members = [
        ("type", "external_account"),
        ("audience", audience(project_number, pool, provider)),
        ("subject_token_type", "urn:ietf:params:oauth:token-type:jwt"),
        ("token_url", f"https://sts.{domain}/v1/token"),
        ("service_account_impersonation_url", impersonation),
    ]
    lines = "".join(f'  \t"{key}": "{value}",\n' for key, value in members)
    return (
        f'{{\n{lines}  \t"credential_source": {{\n    \t"file": "{TOKEN_PATH}",\n'
        f'    \t"format": {{\n      \t\t"type": "text"\n    \t}}\n\t}}{member}\n}}'
    )


PRINCIPALS_LIMIT: Final = 1500
"""Principals in an allow policy; one that occurs in several bindings counts in each of them."""

_ROLE: Final = re.compile(
    r"roles/[\w.-]+|(projects/(?P<project>[^/\s]+)|organizations/[0-9]+)/roles/[\w.]{3,64}", re.ASCII
)
_PERMISSION: Final = re.compile(r"[a-z][A-Za-z0-9/-]*(\.[A-Za-z0-9/-]+){2,}")
_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
_SHOWN: Final = 3


def iam_refusals(
    request: CredentialsRequest, spec: ProviderSpec, project: str, account_id: str | None, texts: Sequence[str]
) -> Iterator[Notice]:
    """Why IAM refuses the account of a request, its roles or its bindings.

    ``account_id`` is ``None`` if it does not follow from names. ``texts`` are title and description of the custom role.
    """
    if not _NAME.fullmatch(request.name):
        way_out = "use lower-case letters, digits, '.' and '-'"
        yield input_problem(f"metadata.name {request.name!a} is not a valid Kubernetes name", way_out)
    elif account_id and (why := SERVICE_ACCOUNT_ID.problem(account_id)):
        way_out = "change the start of metadata.name or componentIdentities.name"
        yield input_problem(f"the ID {account_id!a}, which starts as both names do, {why}", way_out)
    yield from _refused_roles(spec.roles, project)
    yield from _refused_permissions(spec.permissions, texts)
    if (count := len(set(request.service_accounts))) > PRINCIPALS_LIMIT:
        yield input_problem(
            f"spec.serviceAccountNames has {count:,} names, but the policy of a service account "
            f"accepts {PRINCIPALS_LIMIT:,} principals",
            "use fewer",
        )


def _refused_roles(roles: Sequence[str], project: str) -> Iterator[Notice]:
    for index, role in enumerate(roles):
        field = f"spec.providerSpec.predefinedRoles[{index}] {role!a}"
        found = _ROLE.fullmatch(role)
        if found is None:
            why = f"{field} is not the name of a role"
            yield input_problem(why, f"write roles/NAME, projects/{project}/roles/ID or organizations/NUMBER/roles/ID")
        elif found["project"] not in (None, project):
            yield input_problem(
                f"{field} belongs to project {found['project']}, and a custom role can be granted "
                "in its own project only",
                f"create it in {project}",
            )


def _refused_permissions(permissions: Sequence[str], texts: Sequence[str]) -> Iterator[Notice]:
    field = "spec.providerSpec.permissions"
    if wrong := [name for name in permissions if not _PERMISSION.fullmatch(name)]:
        listed = ", ".join(f"{name!a}" for name in wrong[:_SHOWN])
        more = f" and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        why = f"{field} contains {listed}{more}, which no custom role can have"
        yield input_problem(why, "write each as SERVICE.RESOURCE.VERB, without wildcards")
    distinct = set(permissions)
    size = role_size((*texts, *distinct))
    if len(distinct) > ROLE_PERMISSIONS:
        why = f"{field} has {len(distinct):,} names, but a custom role accepts {ROLE_PERMISSIONS:,} permissions"
        yield input_problem(why, "split the request")
    elif size > ROLE_BYTES:
        yield input_problem(
            f"{field}, with title and description of the custom role, has {size:,} bytes, but a "
            f"custom role accepts {ROLE_BYTES:,}",
            "split the request",
        )


EMAIL: Final = "<POPULATE_SERVICE_ACCOUNT_EMAIL>"
RANDOM: Final = "<RANDOM5>"
"""Placeholder for the end of a service account's ID, which is chosen at its creation."""

_LIKE_RANDOM: Final = "bbbbb"


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolOptions:
    """Options that all service accounts share; pool and provider default to the cluster's name.

    ``has_fixed_ids`` is set where an ID ends with a hash of its request instead of characters that are random at its
    creation. ``account_ids`` are IDs that are given instead, by ``namespace/name`` of the Secret.
    """

    name: str
    project: str
    project_number: str = ""
    pool: str = ""
    provider: str = ""
    universe: str = ""
    has_fixed_ids: bool = False
    account_ids: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def pool_id(self) -> str:
        return self.pool or self.name

    @property
    def provider_id(self) -> str:
        return self.provider or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentServiceAccount(PlannedIdentity):
    """A service account with its roles; values that Google Cloud assigns are placeholders.

    ``custom_role`` is the name of the role with ``permissions``, or empty. ``description`` is that
    of both. ``subjects`` are those of the tokens that ``members`` stand for.
    """

    display_name: str
    description: str
    account_id: str
    roles: Sequence[str]
    custom_role: str
    custom_role_id: str
    custom_role_title: str
    permissions: Sequence[str]
    members: Sequence[str]
    credentials_config: str

    @property
    def email(self) -> str:
        return self.name


def role_slug(account: ComponentServiceAccount, role: str) -> str:
    """Part of the name in the stack of a role that the account has in the project."""
    own = bool(account.custom_role) and role == account.custom_role
    return "custom-role" if own else role.removeprefix("roles/").replace("/", "-")


def name_problems(name: str) -> list[Notice]:
    """Why Google Cloud rejects a name: it is too long for the ID of a pool."""
    size = len(encode(name))
    why = f"name {name!a} has {size} bytes, but a workload identity pool accepts {NAME_LIMIT}"
    return [input_problem(why, "choose a shorter one")] if size > NAME_LIMIT else []


def plan_service_accounts(
    requests: Sequence[CredentialsRequest], options: PoolOptions
) -> Planned[ComponentServiceAccount]:
    problems = name_problems(options.name)
    faults = partial(_faults, options.project)
    pairs = list(decode_requests(requests, ProviderKind.GCP, problems, faults))
    names = [(request, service_account_name(options.name, request.name)) for request, _ in pairs if request.name]
    problems += shared_names("service account", names, "change the start of the requests' names")
    if problems:
        return Planned((), tuple(problems))
    accounts = tuple(_account(request, spec, options) for request, spec in pairs)
    warnings = [
        refused.at(request.where)
        for (request, spec), account in zip(pairs, accounts, strict=True)
        for refused in iam_refusals(
            request,
            spec,
            options.project,
            None if str(request.secret) in options.account_ids else account.account_id.replace(RANDOM, _LIKE_RANDOM),
            (account.custom_role_title, account.description),
        )
    ]
    return Planned(accounts, (), (*name_warnings(requests), *warnings))


def _faults(project: str, request: CredentialsRequest) -> Iterator[str]:
    if not request.service_accounts:
        yield "spec.serviceAccountNames is empty; add the service accounts"
    if not request.name:
        yield "metadata.name is empty; set it"
        return
    try:
        generate_role_id(project, request.name)
    except ValueError as error:
        yield f"the name of the custom role cannot be derived: {error}"


def _account(request: CredentialsRequest, spec: ProviderSpec, options: PoolOptions) -> ComponentServiceAccount:
    has_role = bool(spec.permissions)
    role_id = generate_role_id(options.project, request.name) if has_role else ""
    custom = custom_role_name(options.project, role_id) if has_role else ""
    display_name = service_account_name(options.name, request.name)
    front = service_account_id_front(options.name, request.name)
    account_id, email = f"{front}-{RANDOM}", EMAIL
    if options.has_fixed_ids:
        fixed = account_id_suffix(options.project, options.name, request.name)
        account_id = options.account_ids.get(str(request.secret), f"{front}-{fixed}")
        email = service_account_email(account_id, options.project)
    number = options.project_number or "<PROJECT_NUMBER>"
    config = credentials_config(number, options.pool_id, options.provider_id, email, options.universe)
    return ComponentServiceAccount(
        secret=request.secret,
        where=request.where,
        request=request.name,
        display_name=display_name,
        description=f"{CREATED_BY} for service account {display_name}",
        account_id=account_id,
        name=email,
        roles=(*spec.roles, *([custom] if custom else [])),
        custom_role=custom,
        custom_role_id=role_id,
        custom_role_title=generate_role_name(options.project, request.name) if has_role else "",
        permissions=spec.permissions,
        subjects=tuple(subject(request.secret.namespace, account) for account in request.service_accounts),
        members=tuple(
            identity_provider_binding_names(number, options.pool_id, request.secret.namespace, request.service_accounts)
        ),
        credentials_config=config,
        manifest=gcp_secret(
            config if options.has_fixed_ids else "", request.secret, f"of 'create-cred-config' for {display_name}"
        ),
    )


def account_commands(account: ComponentServiceAccount, options: PoolOptions) -> Iterator[str]:
    """Lines for a shell, in ccoctl's order, with the correct name of the flag that it misspells."""
    quote, project, email = shlex.quote, shlex.quote(options.project), shlex.quote(EMAIL)
    yield (
        f"gcloud iam service-accounts create {quote(account.account_id)} "
        f"--display-name={quote(account.display_name)} --project={project}"
    )
    if account.custom_role_id:
        yield (
            f"gcloud iam roles create {account.custom_role_id} --project={project} "
            f"--title={quote(account.custom_role_title)} --permissions={quote(','.join(account.permissions))}"
        )
    for role in account.roles:
        member = quote(f"serviceAccount:{EMAIL}")
        yield f"gcloud projects add-iam-policy-binding {project} --member={member} --role={quote(role)}"
    for member in map(quote, account.members):
        granted = f"--member={member} --role={WORKLOAD_IDENTITY_USER}"
        yield f"gcloud iam service-accounts add-iam-policy-binding {email} {granted}"
    number = options.project_number or "<PROJECT_NUMBER>"
    provider = audience(number, options.pool_id, options.provider_id).removeprefix("//iam.googleapis.com/")
    yield (
        f"gcloud iam workload-identity-pools create-cred-config {quote(provider)} --service-account={email} "
        f"--output-file={quote(f'{account.display_name}.json')} --credential-source-file={TOKEN_PATH} "
        "--credential-source-type=text"
    )


def issuer_commands(options: PoolOptions, issuer_url: str, *, location: str) -> tuple[str, ...]:
    quote = shlex.quote
    name, project = quote(options.name), quote(options.project)
    bucket = quote(f"gs://{options.name}-oidc")
    pool = (
        f"gcloud iam workload-identity-pools create {quote(options.pool_id)} --location=global --project={project} "
        f"--description={quote(CREATED_BY)} --display-name={quote(options.pool_id)}"
    )
    provider = (
        f"gcloud iam workload-identity-pools providers create-oidc {quote(options.provider_id)} --location=global "
        f"--project={project} --workload-identity-pool={quote(options.pool_id)} --display-name={name} "
        f"--description={quote(CREATED_BY)} --issuer-uri={quote(issuer_url)} --allowed-audiences={AUDIENCE} "
        "--attribute-mapping=google.subject=assertion.sub"
    )
    return (
        pool,
        f"gsutil mb -b on -l {quote(location)} -p {project} {bucket}",
        f"gsutil iam ch allUsers:objectViewer {bucket}",
        f"gsutil cp openid-configuration {bucket}/.well-known/openid-configuration",
        f"gsutil cp keys.json {bucket}/keys.json",
        provider,
    )
