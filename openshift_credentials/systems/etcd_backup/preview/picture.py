"""A Mermaid picture of the identity that uploads: who assumes it, and what it can do."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from openshift_credentials.base.wording import quantity
from openshift_credentials.platforms.kubernetes.rbac import SERVICE_ACCOUNT_PREFIX

from ..plan import azure as azure_plan
from ..plan.aws import uploading_role
from ..rules.policies import UPLOAD_ACTIONS
from ..settings import (
    AzureBlobUpload,
    AzureClientSecret,
    AzureIdentity,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
    S3Upload,
)

_MOST_ACCOUNTS: Final = 5


def picture(settings: EtcdBackupSettings) -> str:
    """From who can assume the identity to the place where snapshots go."""
    return "\n".join(["flowchart LR", *(f"  {line}" for line in _lines(settings))])


def _lines(settings: EtcdBackupSettings) -> Iterator[str]:
    secret = f"Secret {settings.cluster.operator_namespace}/{settings.credentials.secret_name}"
    match upload := settings.upload:
        case S3Upload():
            yield from _on_aws(settings, upload, secret)
        case AzureBlobUpload():
            yield from _on_azure(settings, upload.identity, secret)
        case _:
            assert_never(upload)


def _on_aws(settings: EtcdBackupSettings, upload: S3Upload, secret: str) -> Iterator[str]:
    role = uploading_role(settings, upload)
    if role is None:
        yield from _holder(settings, secret, "static access keys")
        return
    audiences = {token.subject: " or ".join(token.audiences) for token in role.tokens}
    yield from _federation_lines(settings, f"IAM role<br>{role.name}", audiences)


def _on_azure(settings: EtcdBackupSettings, identity: AzureIdentity, secret: str) -> Iterator[str]:
    match identity:
        case AzureWorkloadIdentity():
            name = f"managed identity<br>{settings.identity_name}"
            federations = azure_plan.plan_federations(settings, identity)
            audiences = {federation.subject: federation.audience for federation in federations}
            yield from _federation_lines(settings, name, audiences)
        case AzureClientSecret(client_id=client_id):
            yield from _holder(settings, secret, "client secret", f"service principal<br>{client_id}")
        case AzureManagedIdentity(client_id=client_id):
            name = f"managed identity<br>{client_id}" if client_id else "managed identity"
            yield from _holder(settings, secret, "certificate of the data plane", name)
        case _:
            assert_never(identity)


def _federation_lines(settings: EtcdBackupSettings, identity: str, audiences: Mapping[str, str]) -> Iterator[str]:
    """An identity that ServiceAccount tokens are exchanged for: each subject and its audience."""
    accounts = [
        (subject.removeprefix(SERVICE_ACCOUNT_PREFIX).replace(":", "/"), audience)
        for subject, audience in audiences.items()
    ]
    named = [(f"ServiceAccount<br>{account}", audience) for account, audience in accounts[:_MOST_ACCOUNTS]]
    if rest := accounts[_MOST_ACCOUNTS:]:
        named.append((quantity(len(rest), "more ServiceAccount"), rest[0][1]))
    yield f'issuer["OIDC issuer of {settings.cluster.name}"]'
    for index, (account, audience) in enumerate(named):
        node = "job" if index == 0 else f"account{index}"
        yield f'issuer -- "signs the token of" --> {node}["{account}"]'
        yield f'{node} -- "{audience}" --> identity["{identity}"]'
    yield 'identity -. "trusts this issuer and these subjects" .-> issuer'
    yield from _permissions_line(settings)


def _holder(settings: EtcdBackupSettings, secret: str, what: str, identity: str | None = None) -> Iterator[str]:
    """Long-lived credentials in a Secret: everybody who can read the Secret can use them."""
    yield f'secret["{what}<br>{secret}"]'
    if identity is None:
        yield f'secret -- "whatever their owner is allowed to do" --> {_place(settings)}'
        return
    yield f'secret -- "logs in as" --> identity["{identity}"]'
    yield from _permissions_line(settings)


def _permissions_line(settings: EtcdBackupSettings) -> Iterator[str]:
    """What the identity can do, by the roles that the stack assigns."""
    yield f'identity -- "{"<br>".join(_permissions(settings))}" --> {_place(settings)}'


def _permissions(settings: EtcdBackupSettings) -> Iterator[str]:
    match upload := settings.upload:
        case S3Upload():
            if settings.credentials.existing_role:
                yield "what its own policies allow"
                return
            yield ", ".join(UPLOAD_ACTIONS)
            if settings.credentials.restore:
                yield "and reads snapshots to restore them"
            if extra := len(settings.credentials.extra_statements):
                yield f"and {quantity(extra, 'statement')} of the stack"
        case AzureBlobUpload():
            if not azure_plan.assigns_roles(upload):
                yield "roles that are assigned outside the stack"
                return
            for grant in azure_plan.plan_grants(upload):
                at = "container" if "/containers/" in grant.scope else "account"
                own = "own role: " if grant.role.assignable_scope else ""
                yield f"{own}{grant.role.name} ({at})"
        case _:
            assert_never(upload)


def _place(settings: EtcdBackupSettings) -> str:
    match upload := settings.upload:
        case S3Upload(storage):
            return f'place["S3 bucket<br>{storage.bucket}"]'
        case AzureBlobUpload(storage):
            return f'place["storage account<br>{storage.storage_account}"]'
        case _:
            assert_never(upload)
