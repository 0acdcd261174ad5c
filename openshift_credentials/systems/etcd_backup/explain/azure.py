"""What an identity on Azure can do and who can use it."""

from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.stack.explanation import Explanation, Permission, Way

from ..plan import azure as azure_plan
from ..settings import (
    AzureBlobUpload,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)

_NETWORKS: Final = {"networkRuleSet", "publicNetworkAccess"}
"""Inputs of an account that an override can limit its networks with."""


def explain_azure(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Explanation:
    """Explain the identity of a stack that uploads to Azure Blob Storage."""
    return Explanation(
        identity=_identity(settings, upload),
        ways=tuple(_ways(settings, upload)),
        permissions=tuple(_permissions(upload)),
        remarks=tuple(_remarks(settings, upload)),
    )


def _identity(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> str:
    identity = upload.identity
    known = f", client ID {identity.client_id}" if identity.client_id else ""
    match identity:
        case AzureWorkloadIdentity():
            group = identity.identity_resource_group or upload.storage.resource_group
            return f"managed identity {settings.identity_name} in resource group {group}{known}"
        case AzureClientSecret():
            return f"service principal with client ID {identity.client_id}"
        case AzureManagedIdentity():
            return f"managed identity of the credentials file{known}"
        case _:
            assert_never(identity)


def _ways(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[Way]:
    if identity := azure_plan.managed_identity(upload):
        for federation in azure_plan.plan_federations(settings, identity):
            yield Way(federation.issuer, federation.subject, federation.audience, federation.why)


def _permissions(upload: AzureBlobUpload) -> Iterator[Permission]:
    for grant in azure_plan.plan_grants(upload):
        yield Permission(
            actions=(*grant.role.actions, *grant.role.data_actions),
            scope=grant.scope,
            why=f"{grant.why} ({grant.role.words})",
        )


def _remarks(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[str]:
    storage = upload.storage
    secret = f"{settings.cluster.operator_namespace}/{settings.credentials.secret_name}"
    if azure_plan.managed_identity(upload):
        yield ("Entra ID compares issuer, subject and audience character by character, including a trailing slash")
    else:
        yield f"Anybody who can read Secret {secret} can use the identity from anywhere"
    if not azure_plan.assigns_roles(upload):
        yield (
            "etcdBackup.credentials.principalId is not set: the stack assigns none of these "
            "roles, so assign them yourself"
        )
    if upload.identity.role_definition_id:
        yield (
            "The role is not the stack's (etcdBackup.credentials.roleDefinitionId): it must allow "
            "the actions above, and whoever owns it decides what else it allows"
        )
    elif azure_plan.plan_role(upload):
        yield "The role is a custom role: it cannot delete a snapshot or list the container"
    else:
        yield (
            "Storage Blob Data Contributor can also delete snapshots; set "
            "etcdBackup.credentials.customRole to true to prevent that"
        )
    if storage.allow_shared_key_access:
        yield "Account keys are accepted, and an account key bypasses every role"
    if storage.makes_account and not any(_NETWORKS & inputs.keys() for inputs in settings.overrides.values()):
        yield ("The account accepts requests from every network. Use etcdBackup.overrides to restrict that")
