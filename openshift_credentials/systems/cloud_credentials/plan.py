"""What a stack makes for the Cloud Credential Operator, computed before anything exists."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    SecretRef,
    StatementEntry,
    aws_provider_spec,
    of_kind,
)
from openshift_credentials.platforms.gcp import custom_role_name, service_account_email
from openshift_credentials.platforms.go.json import marshal
from openshift_credentials.platforms.kubernetes.secrets import WrittenSecret
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.component_identities.rules.aws_roles import create_role_policy
from openshift_credentials.systems.component_identities.rules.gcp import account_id_suffix, service_account_id_front
from openshift_credentials.systems.component_identities.rules.requests import identity_name

from .rules.modes import Mode
from .rules.permissions import (
    GCP_CUSTOM_ROLE_PERMISSIONS,
    OperatorCloud,
    PermissionMode,
    needs_by_component,
    permissions_of_mode,
)
from .rules.platforms import root_secret
from .rules.secrets import CA_CERT, CLOUDS_YAML, GCP_LONG_TERM_FIELDS, GCP_SERVICE_ACCOUNT, aws_long_term
from .settings import (
    AwsRoot,
    AwsUser,
    AzureRoot,
    CloudCredentialsSettings,
    GcpAccount,
    GcpRoot,
    OpenStackRoot,
    RootSecret,
    VSphereRoot,
)

MANAGED_POLICY_LIMIT: Final = 6144
"""Characters of a managed policy ("IAM and STS quotas" of the IAM User Guide)."""
USER_NAME_LIMIT: Final = 64
_STAND_IN_KEY: Final = ("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
_STAND_IN_KEY_FILE: Final[Mapping[str, str]] = {
    **dict.fromkeys(GCP_LONG_TERM_FIELDS, "assigned by Google Cloud"),
    "type": "service_account",
}


@dataclass(frozen=True, slots=True)
class PlannedUser:
    """An IAM user, its policies, and the Secret that its key goes into.

    ``is_created`` is false where the stack creates the policies alone, for a user of others.
    """

    user_name: str
    policies: tuple[str, ...]
    secret: SecretRef
    request: str = ""
    is_created: bool = True


def requests_of(settings: CloudCredentialsSettings) -> tuple[CredentialsRequest, ...]:
    return settings.requests.requests if settings.requests else ()


def root_policies(settings: CloudCredentialsSettings) -> tuple[str, ...]:
    """Policies of the root user on AWS: exactly what the mode needs, or none.

    Raises :class:`UnusableInputError` for requests that cannot be read.
    """
    aws = settings.root_secret.aws if settings.root_secret else None
    if aws is None or aws.make is None:
        return ()
    mode = PermissionMode.MINT if settings.mode is Mode.MINT else PermissionMode.PASSTHROUGH
    return split_policies(
        permissions_of_mode(OperatorCloud.AWS, mode, requests_of(settings), settings.release).statements
    )


def root_user(settings: CloudCredentialsSettings) -> PlannedUser | None:
    aws = settings.root_secret.aws if settings.root_secret else None
    secret = root_secret(settings.platform)
    if aws is None or aws.make is None or secret is None:
        return None
    is_created = aws.make is AwsUser.USER
    return PlannedUser(settings.root_user_name, root_policies(settings), secret, is_created=is_created)


def component_users(settings: CloudCredentialsSettings) -> tuple[PlannedUser, ...]:
    """One user per request on AWS in mode Manual, with exactly the request's permissions.

    Raises :class:`ProviderSpecError` for a request that cannot be read.
    """
    if not settings.makes_component_users:
        return ()
    return tuple(
        PlannedUser(
            identity_name(settings.name, request.secret, USER_NAME_LIMIT),
            split_policies(aws_provider_spec(request.provider_spec).statement_entries),
            request.secret,
            request.name,
        )
        for request in of_kind(requests_of(settings), ProviderKind.AWS)
    )


def split_policies(statements: Sequence[StatementEntry], limit: int = MANAGED_POLICY_LIMIT) -> tuple[str, ...]:
    """Policy documents that together hold all statements, each within the limit of IAM.

    A statement that is too long for one document is split between its actions.
    """
    documents: list[list[StatementEntry]] = []
    for entry in _pieces(statements, limit):
        if documents and len(create_role_policy([*documents[-1], entry])) <= limit:
            documents[-1].append(entry)
        else:
            documents.append([entry])
    return tuple(map(create_role_policy, documents))


def _pieces(statements: Iterable[StatementEntry], limit: int) -> Iterator[StatementEntry]:
    for entry in statements:
        actions = entry.action or ()
        if len(create_role_policy([entry])) <= limit or len(actions) < 2:
            yield entry
            continue
        half = len(actions) // 2
        for part in (actions[:half], actions[half:]):
            yield from _pieces([replace(entry, action=part)], limit)


def root_content(root: RootSecret) -> Mapping[str, str] | None:
    """Content of the root secret from the settings; ``None`` if a part cannot be read.

    Encrypted values cannot be read in an offline preview, and a key that the stack creates does not exist yet.
    """
    match credential := root.credential:
        case None:
            return None
        case AwsRoot(access_key_id=key, secret_access_key=secret):
            if key is None or secret is None or is_sealed(key) or is_sealed(secret):
                return None
            return aws_long_term(key.get_secret_value(), secret.get_secret_value())
        case AzureRoot(client_secret=secret, infrastructure_name=name):
            content = {
                "azure_subscription_id": credential.subscription_id,
                "azure_client_id": credential.client_id,
                "azure_client_secret": secret.get_secret_value(),
                "azure_tenant_id": credential.tenant_id,
                "azure_resource_prefix": name,
                "azure_resourcegroup": credential.resource_group or f"{name}-rg",
                "azure_region": credential.region,
            }
            return None if is_sealed(secret) else content
        case GcpRoot(service_account_json=secret):
            return None if secret is None or is_sealed(secret) else {GCP_SERVICE_ACCOUNT: secret.get_secret_value()}
        case OpenStackRoot(clouds_yaml=secret, ca_cert=ca_cert):
            # The operator does not read clouds.conf.
            content = {CLOUDS_YAML: secret.get_secret_value(), **({CA_CERT: ca_cert} if ca_cert else {})}
            return None if is_sealed(secret) else content
        case VSphereRoot(vcenters=logins):
            content = {
                f"{host}.{part}": text
                for host, login in logins.items()
                for part, text in (("username", login.username), ("password", login.password.get_secret_value()))
            }
            return None if any(is_sealed(login.password) for login in logins.values()) else content
        case _:
            assert_never(credential)


def root_form(root: RootSecret) -> Mapping[str, str] | None:
    """The same with a placeholder for a key that the stack creates."""
    if root.aws and root.aws.make:
        return aws_long_term(*_STAND_IN_KEY)
    if root.gcp and root.gcp.make:
        return {GCP_SERVICE_ACCOUNT: marshal(_STAND_IN_KEY_FILE)}
    return root_content(root)


_PURPOSE: Final = "cloud-credentials"
_TITLE_LIMIT: Final = 100
"""Characters of the title of a role and of the display name of a service account (IAM API)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootServiceAccount:
    """A service account, its custom role and its predefined roles, and the Secret of its key.

    ``is_created`` is false where the stack creates the custom role alone.
    """

    project: str
    account_id: str
    email: str
    title: str
    role_id: str
    role: str
    permissions: Sequence[str]
    predefined_roles: Sequence[str]
    secret: SecretRef
    is_created: bool


def custom_role_gap(settings: CloudCredentialsSettings) -> Sequence[str]:
    """What the operator needs beside the ten permissions, to mint for requests that name some.

    Raises :class:`UnusableInputError` for requests that cannot be read.
    """
    gcp = settings.root_secret.gcp if settings.root_secret else None
    if gcp is None or settings.mode is not Mode.MINT:
        return ()
    components = needs_by_component(OperatorCloud.GCP, PermissionMode.PASSTHROUGH, requests_of(settings)).values()
    return GCP_CUSTOM_ROLE_PERMISSIONS if any(need.permissions for need in components) else ()


def root_service_account(settings: CloudCredentialsSettings) -> RootServiceAccount | None:
    """The service account with exactly what the mode needs, if the stack creates any of it.

    Raises :class:`UnusableInputError` for requests that cannot be read.
    """
    gcp = settings.root_secret.gcp if settings.root_secret else None
    secret = root_secret(settings.platform)
    if gcp is None or gcp.make is None or settings.gcp is None or secret is None:
        return None
    project = settings.gcp.project
    # An ID within 30 characters that no other cluster of the project has.
    front = service_account_id_front(settings.name.replace(".", "-"), _PURPOSE)
    account_id = gcp.account_id or f"{front}-{account_id_suffix(project, settings.name, _PURPOSE)}"
    role_id = account_id.replace("-", "_")
    mode = PermissionMode.MINT if settings.mode is Mode.MINT else PermissionMode.PASSTHROUGH
    need = permissions_of_mode(OperatorCloud.GCP, mode, requests_of(settings), settings.release)
    return RootServiceAccount(
        project=project,
        account_id=account_id,
        email=service_account_email(account_id, project),
        title=f"{settings.name} {_PURPOSE}"[:_TITLE_LIMIT],
        role_id=role_id,
        role=custom_role_name(project, role_id),
        permissions=need.permissions,
        predefined_roles=need.roles,
        secret=secret,
        is_created=gcp.make is GcpAccount.SERVICE_ACCOUNT,
    )


_REPLACED: Final = ("cluster-bootstrap", "cloud-credential-operator")
"""Managers of the installer and of the operator, whose Secrets the stack takes over."""


def written_secrets(settings: CloudCredentialsSettings) -> Sequence[WrittenSecret] | None:
    if not settings.cluster_exists:
        return None
    if settings.mode is not Mode.MANUAL:
        root = root_secret(settings.platform)
        return [_secret(root, "root")] if root and settings.root_is_written else []
    created = [user.secret for user in component_users(settings)]
    given = [SecretRef(*name.split("/", 1)) for name in settings.component_secrets]
    return [_secret(item, logical_name(item)) for item in (*created, *given)]


def logical_name(place: SecretRef) -> str:
    """Name of the resources for a Secret; it is unique, because a namespace contains no period."""
    return f"{place.namespace}.{place.name}"


def _secret(place: SecretRef, name: str) -> WrittenSecret:
    return WrittenSecret(namespace=place.namespace, name=place.name, logical_name=name, replaces=_REPLACED)


def install_config_line(mode: str) -> str:
    """The line of ``install-config.yaml``; the default mode has an empty text."""
    return f"credentialsMode: {mode or json.dumps('')}"


def secret_manifest(secret: SecretRef, content: Mapping[str, str]) -> str:
    """A Secret as YAML; every string is quoted as JSON, which YAML reads identically."""
    lines = [
        "apiVersion: v1",
        "kind: Secret",
        "metadata:",
        f"  name: {json.dumps(secret.name)}",
        f"  namespace: {json.dumps(secret.namespace)}",
        "type: Opaque",
        "stringData:",
        *(f"  {json.dumps(key)}: {json.dumps(text)}" for key, text in content.items()),
    ]
    return "\n".join(lines) + "\n"
