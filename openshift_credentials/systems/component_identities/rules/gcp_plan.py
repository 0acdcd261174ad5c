"""The service account of each CredentialsRequest on Google Cloud."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from openshift_credentials.base.errors import input_problem
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    GCPProviderSpec,
    ProviderKind,
    SecretRef,
    gcp_provider_spec,
)
from openshift_credentials.platforms.gcp.identifiers import custom_role_name, service_account_email
from openshift_credentials.platforms.go.text import encode
from openshift_credentials.platforms.kubernetes.names import subject

from . import gcp_identities as gcp
from .gcp_limits import iam_refusals
from .planned import Planned, decode_requests, name_warnings, shared_names
from .secret_manifests import gcp_secret

EMAIL: Final = "<POPULATE_SERVICE_ACCOUNT_EMAIL>"
RANDOM: Final = "<RANDOM5>"
"""Placeholder for the end of a service account's ID, which is chosen at its creation."""

_LIKE_RANDOM: Final = "bbbbb"


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolOptions:
    """Options that all service accounts share; pool and provider default to the cluster's name.

    ``has_fixed_ids`` is set where an ID ends with a hash of its request instead of characters that
    are random at its creation. ``account_ids`` are IDs that are given instead, by
    ``namespace/name`` of the Secret.
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
        """ID of the workload identity pool."""
        return self.pool or self.name

    @property
    def provider_id(self) -> str:
        """ID of the provider in the pool."""
        return self.provider or self.name

    def problems(self) -> list[Notice]:
        """Why Google Cloud rejects a pool with that name."""
        return name_problems(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentServiceAccount:
    """A service account with its roles; values that Google Cloud assigns are placeholders.

    ``custom_role`` is the name of the role with ``permissions``, or empty. ``description`` is that
    of both. ``subjects`` are those of the tokens that ``members`` stand for.
    """

    secret: SecretRef
    where: str
    request: str
    display_name: str
    description: str
    account_id: str
    email: str
    roles: Sequence[str]
    custom_role: str
    custom_role_id: str
    custom_role_title: str
    permissions: Sequence[str]
    subjects: Sequence[str]
    members: Sequence[str]
    credentials_config: str
    manifest: str


def role_slug(account: ComponentServiceAccount, role: str) -> str:
    """Part of the name in the stack of a role that the account has in the project."""
    own = bool(account.custom_role) and role == account.custom_role
    return "custom-role" if own else role.removeprefix("roles/").replace("/", "-")


def name_problems(name: str) -> list[Notice]:
    """Why Google Cloud rejects a name: it is too long for the ID of a pool."""
    if (size := len(encode(name))) > gcp.NAME_LIMIT:
        return [
            input_problem(
                f"name {name!a} has {size} bytes, but a workload identity pool accepts {gcp.NAME_LIMIT}",
                "choose a shorter one",
            )
        ]
    return []


def plan_service_accounts(
    requests: Sequence[CredentialsRequest], options: PoolOptions
) -> Planned[ComponentServiceAccount]:
    """One service account per request, or all problems of the requests."""
    problems = options.problems()
    faults = partial(_faults, options.project)
    pairs = list(decode_requests(requests, gcp_provider_spec, problems, faults, kind=ProviderKind.GCP))
    names = [(request, gcp.service_account_name(options.name, request.name)) for request, _ in pairs if request.name]
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


def _faults(project: str, request: CredentialsRequest, _: GCPProviderSpec) -> Iterator[str]:
    if not request.service_accounts:
        yield "spec.serviceAccountNames is empty; add the service accounts"
    if not request.name:
        yield "metadata.name is empty; set it"
    else:
        try:
            gcp.generate_role_id(project, request.name)
        except ValueError as error:
            yield f"the name of the custom role cannot be derived: {error}"


def _account(request: CredentialsRequest, spec: GCPProviderSpec, options: PoolOptions) -> ComponentServiceAccount:
    has_role = bool(spec.permissions)
    role_id = gcp.generate_role_id(options.project, request.name) if has_role else ""
    custom = custom_role_name(options.project, role_id) if has_role else ""
    display_name = gcp.service_account_name(options.name, request.name)
    front = gcp.service_account_id_front(options.name, request.name)
    account_id, email = f"{front}-{RANDOM}", EMAIL
    if options.has_fixed_ids:
        fixed = gcp.account_id_suffix(options.project, options.name, request.name)
        account_id = options.account_ids.get(str(request.secret), f"{front}-{fixed}")
        email = service_account_email(account_id, options.project)
    number = options.project_number or "<PROJECT_NUMBER>"
    config = gcp.credentials_config(number, options.pool_id, options.provider_id, email, options.universe)
    return ComponentServiceAccount(
        secret=request.secret,
        where=request.where,
        request=request.name,
        display_name=display_name,
        description=gcp.account_description(display_name),
        account_id=account_id,
        email=email,
        roles=(*spec.predefined_roles, *([custom] if custom else [])),
        custom_role=custom,
        custom_role_id=role_id,
        custom_role_title=gcp.generate_role_name(options.project, request.name) if has_role else "",
        permissions=spec.permissions,
        subjects=tuple(subject(request.secret.namespace, account) for account in request.service_accounts),
        members=tuple(
            gcp.identity_provider_binding_names(
                number, options.pool_id, request.secret.namespace, request.service_accounts
            )
        ),
        credentials_config=config,
        manifest=gcp_secret(
            config if options.has_fixed_ids else "",
            request.secret.namespace,
            request.secret.name,
            f"of 'create-cred-config' for {display_name}",
        ),
    )
