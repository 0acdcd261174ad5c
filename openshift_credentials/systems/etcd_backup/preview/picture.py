"""A Mermaid picture of the identity that uploads: who assumes it, and what it can do."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from openshift_credentials.platforms.aws.arns import STS_AUDIENCE
from openshift_credentials.platforms.azure import TOKEN_EXCHANGE_AUDIENCE
from openshift_credentials.systems.etcd_backup.plan import azure as azure_plan
from openshift_credentials.systems.etcd_backup.plan.aws import planned_role
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.systems.etcd_backup.rules.upload_actions import UPLOAD_ACTIONS
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)

_MOST_ACCOUNTS: Final = 5
_SUBJECT: Final = "system:serviceaccount:"


def picture(settings: EtcdBackupSettings) -> str:
    """From who can assume the identity to the place where snapshots go."""
    return "\n".join(["flowchart LR", *(f"  {line}" for line in _lines(settings))])


def _lines(settings: EtcdBackupSettings) -> Iterator[str]:
    secret = f"Secret {settings.cluster.operator_namespace}/{settings.credentials.secret_name}"
    client_id = settings.credentials.client_id
    match settings.mode:
        case CredentialMode.AWS_STS:
            yield from _federated(
                settings, f"IAM role<br>{settings.role_name}", STS_AUDIENCE, _subjects(settings)
            )
        case CredentialMode.AWS_STATIC:
            yield from _held(settings, secret, "static access keys")
        case CredentialMode.AZURE_WORKLOAD_IDENTITY:
            identity = f"managed identity<br>{settings.identity_name}"
            subjects = [each.subject for each in azure_plan.planned_federations(settings)]
            yield from _federated(settings, identity, TOKEN_EXCHANGE_AUDIENCE, subjects)
        case CredentialMode.AZURE_CLIENT_SECRET:
            yield from _held(settings, secret, "client secret", f"service principal<br>{client_id}")
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            name = f"managed identity<br>{client_id}" if client_id else "managed identity"
            yield from _held(settings, secret, "certificate of the data plane", name)
        case _:
            assert_never(settings.mode)


def _federated(
    settings: EtcdBackupSettings, identity: str, audience: str, subjects: Sequence[str]
) -> Iterator[str]:
    """An identity that ServiceAccount tokens are exchanged for."""
    accounts = [each.removeprefix(_SUBJECT).replace(":", "/") for each in subjects]
    named = [f"ServiceAccount<br>{account}" for account in accounts[:_MOST_ACCOUNTS]]
    if rest := len(accounts) - len(named):
        named.append(f"{rest} more ServiceAccounts")
    yield f'issuer["OIDC issuer of {settings.cluster.name}"]'
    for index, account in enumerate(named):
        node = "job" if index == 0 else f"account{index}"
        yield f'issuer -- "signs the token of" --> {node}["{account}"]'
        yield f'{node} -- "{audience}" --> identity["{identity}"]'
    yield 'identity -. "trusts this issuer and these subjects" .-> issuer'
    yield from _permitted(settings)


def _held(
    settings: EtcdBackupSettings, secret: str, what: str, identity: str | None = None
) -> Iterator[str]:
    """Long-lived credentials in a Secret: everybody who can read the Secret can use them."""
    yield f'secret["{what}<br>{secret}"]'
    if identity is None:
        yield f'secret -- "whatever their owner is allowed to do" --> {_place(settings)}'
        return
    yield f'secret -- "logs in as" --> identity["{identity}"]'
    yield from _permitted(settings)


def _permitted(settings: EtcdBackupSettings) -> Iterator[str]:
    """What the identity can do, by the roles that the stack assigns."""
    yield f'identity -- "{"<br>".join(_permissions(settings))}" --> {_place(settings)}'


def _permissions(settings: EtcdBackupSettings) -> Iterator[str]:
    place = settings.storage.place
    if isinstance(place, S3Storage):
        yield ", ".join(UPLOAD_ACTIONS)
        if settings.credentials.restore:
            yield "and reads snapshots to restore them"
        if extra := len(settings.credentials.extra_statements):
            yield f"and {extra} statements of the stack"
        return
    federated = settings.mode is CredentialMode.AZURE_WORKLOAD_IDENTITY
    if not federated and settings.credentials.principal_id is None:
        yield "roles that are assigned outside the stack"
        return
    for grant in azure_plan.planned_grants(settings, place):
        at = "container" if "/containers/" in grant.scope else "account"
        own = "own role: " if grant.role.assignable_scope else ""
        yield f"{own}{grant.role.name} ({at})"


def _subjects(settings: EtcdBackupSettings) -> list[str]:
    storage = settings.storage.s3
    return [each.subject for each in planned_role(settings, storage).trusted] if storage else []


def _place(settings: EtcdBackupSettings) -> str:
    match place := settings.storage.place:
        case S3Storage():
            return f'place["S3 bucket<br>{place.bucket}"]'
        case AzureBlobStorage():
            return f'place["storage account<br>{place.storage_account}"]'
        case _:
            assert_never(place)
