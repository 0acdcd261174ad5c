"""Resources of a stack for the Cloud Credential Operator, computed before anything exists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    SecretRef,
    StatementEntry,
    aws_provider_spec,
    of_kind,
)
from openshift_credentials.platforms.go.json import marshal
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.component_identities.rules.aws_roles import create_role_policy
from openshift_credentials.systems.component_identities.rules.names import identity_name

from ..rules.modes.effective import Mode
from ..rules.modes.platforms import root_secret
from ..rules.permissions.by_mode import permissions_of_mode
from ..rules.permissions.needed import OperatorCloud, PermissionMode
from ..rules.secrets import formats
from ..settings.branch import CloudCredentialsSettings
from ..settings.root_secret import AwsRoot, AwsUser, AzureRoot, GcpRoot, OpenStackRoot, RootSecret, VSphereRoot

MANAGED_POLICY_LIMIT: Final = 6144
"""Characters of a managed policy ("IAM and STS quotas" of the IAM User Guide)."""
USER_NAME_LIMIT: Final = 64
_STAND_IN_KEY: Final = ("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
_STAND_IN_KEY_FILE: Final[Mapping[str, str]] = {
    **dict.fromkeys(formats.GCP_LONG_TERM_FIELDS, "assigned by Google Cloud"),
    "type": "service_account",
}


@dataclass(frozen=True, slots=True)
class PlannedUser:
    """An IAM user, its policies, and the Secret that its key goes into."""

    user_name: str
    policies: tuple[str, ...]
    secret: SecretRef
    request: str = ""


def requests_of(settings: CloudCredentialsSettings) -> tuple[CredentialsRequest, ...]:
    """The requests that are processed."""
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
    """The IAM user of the root secret, if the stack creates it."""
    aws = settings.root_secret.aws if settings.root_secret else None
    secret = root_secret(settings.platform)
    if aws is None or aws.make is not AwsUser.USER or secret is None:
        return None
    return PlannedUser(settings.root_user_name, root_policies(settings), secret)


def component_users(settings: CloudCredentialsSettings) -> tuple[PlannedUser, ...]:
    """One user per request on AWS in mode Manual, with exactly the request's permissions.

    Raises :class:`ProviderSpecError` for a request that cannot be read.
    """
    if not settings.makes_component_users:
        return ()
    return tuple(
        PlannedUser(
            identity_name(settings.name, request.secret.namespace, request.secret.name, USER_NAME_LIMIT),
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
            yield from _pieces([_with_actions(entry, part)], limit)


def _with_actions(entry: StatementEntry, actions: tuple[str, ...]) -> StatementEntry:
    return StatementEntry(
        effect=entry.effect, action=actions, resource=entry.resource, policy_condition=entry.policy_condition
    )


def root_content(root: RootSecret) -> Mapping[str, str] | None:
    """Content of the root secret from the settings; ``None`` if a part cannot be read.

    Encrypted values cannot be read in an offline preview, and a key that the stack creates does not
    exist yet.
    """
    match credential := root.credential:
        case None:
            return None
        case AwsRoot():
            return _aws_content(credential)
        case AzureRoot(client_secret=secret):
            return None if is_sealed(secret) else _azure_content(credential)
        case GcpRoot(service_account_json=secret):
            if secret is None or is_sealed(secret):
                return None
            return formats.gcp_long_term(secret.get_secret_value())
        case OpenStackRoot(clouds_yaml=secret, ca_cert=ca_cert):
            if is_sealed(secret):
                return None
            return formats.openstack_root(secret.get_secret_value(), ca_cert or "")
        case VSphereRoot(vcenters=logins):
            if any(is_sealed(login.password) for login in logins.values()):
                return None
            return formats.vsphere_root(
                {host: (login.username, login.password.get_secret_value()) for host, login in logins.items()}
            )
        case _:
            assert_never(credential)


def _aws_content(aws: AwsRoot) -> Mapping[str, str] | None:
    key, secret = aws.access_key_id, aws.secret_access_key
    if key is None or secret is None or is_sealed(key) or is_sealed(secret):
        return None
    return formats.aws_long_term(key.get_secret_value(), secret.get_secret_value())


def _azure_content(azure: AzureRoot) -> Mapping[str, str]:
    return formats.azure_long_term(
        subscription_id=azure.subscription_id,
        client_id=azure.client_id,
        client_secret=azure.client_secret.get_secret_value(),
        tenant_id=azure.tenant_id,
        region=azure.region,
        resource_prefix=azure.infrastructure_name,
        resource_group=azure.resource_group or "",
    )


def root_form(root: RootSecret) -> Mapping[str, str] | None:
    """The same with a placeholder for a key that the stack creates."""
    if root.aws and root.aws.make:
        return formats.aws_long_term(*_STAND_IN_KEY)
    if root.gcp and root.gcp.make:
        return formats.gcp_long_term(marshal(_STAND_IN_KEY_FILE))
    return root_content(root)
