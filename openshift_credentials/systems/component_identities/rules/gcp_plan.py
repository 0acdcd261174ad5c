"""The service account of each CredentialsRequest on Google Cloud, and commands to create it."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from openshift_credentials.platforms.go.text import encode
from openshift_credentials.systems.component_identities.rules import gcp_identities as gcp
from openshift_credentials.systems.component_identities.rules.planned import (
    Planned,
    decode_requests,
    name_warnings,
    shared_names,
)
from openshift_credentials.systems.component_identities.rules.secret_manifests import (
    TOKEN_PATH,
    gcp_secret,
)

EMAIL: Final = "<POPULATE_SERVICE_ACCOUNT_EMAIL>"
RANDOM: Final = "<RANDOM5>"
"""Placeholder for the end of a service account's ID, which is chosen at its creation."""

_AUDIENCE: Final = "openshift"
_DESCRIPTION: Final = "Created By OpenShift ccoctl"


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolOptions:
    """Options that all service accounts share; pool and provider default to the cluster's name.

    ``has_fixed_ids`` is set where an ID ends with a hash of its request instead of characters that
    are random at its creation.
    """

    name: str
    project: str
    project_number: str = ""
    pool: str = ""
    provider: str = ""
    universe: str = ""
    has_fixed_ids: bool = False

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

    ``custom_role`` is the name of the role with ``permissions``, or empty. ``subjects`` are those
    of the tokens that ``members`` stand for.
    """

    secret: SecretRef
    where: str
    request: str
    display_name: str
    account_id: str
    email: str
    roles: tuple[str, ...]
    custom_role: str
    custom_role_id: str
    custom_role_title: str
    permissions: tuple[str, ...]
    subjects: tuple[str, ...]
    members: tuple[str, ...]
    credentials_config: str
    manifest: str


def name_problems(name: str) -> list[Notice]:
    """Why Google Cloud rejects a name: it is too long for the ID of a pool."""
    if (size := len(encode(name))) > gcp.NAME_LIMIT:
        return [
            input_problem(
                f"name {name!a} has {size} bytes, but a workload identity pool accepts "
                f"{gcp.NAME_LIMIT}",
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
    pairs = list(
        decode_requests(requests, gcp_provider_spec, problems, faults, kind=ProviderKind.GCP)
    )
    names = [
        (request, gcp.service_account_name(options.name, request.name))
        for request, _ in pairs
        if request.name
    ]
    problems += shared_names("service account", names, "change the start of the requests' names")
    if problems:
        return Planned((), tuple(problems))
    accounts = tuple(_account(request, spec, options) for request, spec in pairs)
    return Planned(accounts, (), tuple(name_warnings(requests)))


def _faults(project: str, request: CredentialsRequest, spec: GCPProviderSpec) -> Iterator[str]:
    if not request.service_accounts:
        yield "spec.serviceAccountNames is empty; add the service accounts"
    if not request.name:
        yield "metadata.name is empty; set it"
    elif spec.permissions:
        try:
            gcp.generate_role_id(project, request.name)
        except ValueError as error:
            yield f"the name of the custom role cannot be derived: {error}"


def _account(
    request: CredentialsRequest, spec: GCPProviderSpec, options: PoolOptions
) -> ComponentServiceAccount:
    has_role = bool(spec.permissions)
    role_id = gcp.generate_role_id(options.project, request.name) if has_role else ""
    custom = gcp.custom_role_name(options.project, role_id) if has_role else ""
    display_name = gcp.service_account_name(options.name, request.name)
    front = gcp.service_account_id_front(options.name, request.name)
    account_id, email = f"{front}-{RANDOM}", EMAIL
    if options.has_fixed_ids:
        account_id = f"{front}-{gcp.fixed_characters(options.project, options.name, request.name)}"
        email = gcp.service_account_email(account_id, options.project)
    number = options.project_number or "<PROJECT_NUMBER>"
    config = gcp.credentials_config(
        number, options.pool_id, options.provider_id, email, options.universe
    )
    return ComponentServiceAccount(
        secret=request.secret,
        where=request.where,
        request=request.name,
        display_name=display_name,
        account_id=account_id,
        email=email,
        roles=(*spec.predefined_roles, *([custom] if custom else [])),
        custom_role=custom,
        custom_role_id=role_id,
        custom_role_title=gcp.generate_role_name(options.project, request.name) if has_role else "",
        permissions=spec.permissions,
        subjects=tuple(
            f"system:serviceaccount:{request.secret.namespace}:{account}"
            for account in request.service_accounts
        ),
        members=tuple(
            gcp.identity_provider_binding_names(
                number,
                options.pool_id,
                request.secret.namespace,
                request.service_accounts,
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


def account_commands(account: ComponentServiceAccount, options: PoolOptions) -> list[str]:
    """Lines for a shell, in ccoctl's order, with the correct name of the flag that it misspells."""
    quote = shlex.quote
    project = quote(options.project)
    lines = [
        (
            f"gcloud iam service-accounts create {quote(account.account_id)} "
            f"--display-name={quote(account.display_name)} --project={project}"
        )
    ]
    if account.custom_role_id:
        lines.append(
            f"gcloud iam roles create {account.custom_role_id} --project={project} "
            f"--title={quote(account.custom_role_title)} "
            f"--permissions={quote(','.join(account.permissions))}"
        )
    lines += [
        f"gcloud projects add-iam-policy-binding {project} "
        f"--member={quote(f'serviceAccount:{EMAIL}')} --role={quote(role)}"
        for role in account.roles
    ]
    lines += [
        f"gcloud iam service-accounts add-iam-policy-binding {quote(EMAIL)} "
        f"--member={quote(member)} --role={gcp.WORKLOAD_IDENTITY_USER}"
        for member in account.members
    ]
    provider = (
        f"projects/{options.project_number or '<PROJECT_NUMBER>'}/locations/global/"
        f"workloadIdentityPools/{options.pool_id}/providers/{options.provider_id}"
    )
    lines.append(
        f"gcloud iam workload-identity-pools create-cred-config {quote(provider)} "
        f"--service-account={quote(EMAIL)} "
        f"--output-file={quote(f'{account.display_name}.json')} "
        f"--credential-source-file={TOKEN_PATH} --credential-source-type=text"
    )
    return lines


def issuer_commands(
    options: PoolOptions, issuer_url: str, *, location: str = "us", keys_file: str = ""
) -> tuple[str, ...]:
    """Commands that create pool, bucket and provider; with ``keys_file`` there is no bucket."""
    quote = shlex.quote
    name, project = quote(options.name), quote(options.project)
    bucket = quote(f"gs://{options.name}-oidc")
    pool = (
        f"gcloud iam workload-identity-pools create {quote(options.pool_id)} --location=global "
        f"--project={project} --description={quote(_DESCRIPTION)} "
        f"--display-name={quote(options.pool_id)}"
    )
    provider = (
        f"gcloud iam workload-identity-pools providers create-oidc {quote(options.provider_id)} "
        f"--location=global --project={project} "
        f"--workload-identity-pool={quote(options.pool_id)} --display-name={name} "
        f"--description={quote(_DESCRIPTION)} --issuer-uri={quote(issuer_url)} "
        f"--allowed-audiences={_AUDIENCE} --attribute-mapping=google.subject=assertion.sub"
    )
    if keys_file:
        return (pool, f"{provider} --jwk-json-path={quote(keys_file)}")
    return (
        pool,
        f"gsutil mb -b on -l {quote(location)} -p {project} {bucket}",
        f"gsutil iam ch allUsers:objectViewer {bucket}",
        f"gsutil cp openid-configuration {bucket}/.well-known/openid-configuration",
        f"gsutil cp keys.json {bucket}/keys.json",
        provider,
    )
