"""Compare store, identity, federations and roles in Azure with the plan.

Source: Azure Resource Manager REST references of Microsoft.ManagedIdentity and
Microsoft.Authorization.
"""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.live.azure_roles import assignments_at, roles_at
from openshift_credentials.live.check import Check, Purpose, failure, success, warning
from openshift_credentials.live.cloud import ArmRead
from openshift_credentials.live.managed import absent, existing
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.systems.etcd_backup.live.store_in_azure import store_checks, store_reads
from openshift_credentials.systems.etcd_backup.plan.azure import (
    assigns_roles,
    managed_identity,
    plan_federations,
    plan_grants,
)
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    AzureBlobUpload,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)

SUBSCRIPTION: Final = "Azure subscription"
IDENTITY: Final = "Azure managed identity"
FEDERATIONS: Final = "Azure federated credentials"

_IDENTITY_API: Final = "2023-01-31"


def reads(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[ArmRead]:
    """Requests to Azure."""
    storage = upload.storage
    yield ArmRead(
        name=SUBSCRIPTION,
        path=f"/subscriptions/{storage.subscription_id}",
        api_version="2022-12-01",
    )
    yield from store_reads(storage)
    if identity := managed_identity(upload):
        identity_id = _identity_id(settings, storage, identity)
        yield ArmRead(name=IDENTITY, path=identity_id, api_version=_IDENTITY_API)
        yield ArmRead(
            name=FEDERATIONS,
            path=f"{identity_id}/federatedIdentityCredentials",
            api_version=_IDENTITY_API,
        )
    if assigns_roles(upload):
        scopes = dict.fromkeys(grant.scope for grant in plan_grants(settings, upload))
        yield from map(assignments_at, scopes)


def _identity_id(
    settings: EtcdBackupSettings, storage: AzureBlobStorage, identity: AzureWorkloadIdentity
) -> str:
    group = identity.identity_resource_group or storage.resource_group
    return identifiers.identity_id(storage.subscription_id, group, settings.identity_name)


def judge(
    settings: EtcdBackupSettings, upload: AzureBlobUpload, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Subscription, account, container, identity, federations and roles, in this order."""
    storage = upload.storage
    subscription = observed.one(SUBSCRIPTION)
    if subscription is not None and subscription.get("tenantId") not in (None, storage.tenant_id):
        yield failure(
            "cloud-tenant",
            f"subscription {storage.subscription_id}",
            f"is of tenant {subscription['tenantId']}, and the settings of the stack have "
            f"{storage.tenant_id}",
            "correct etcdBackup.storage.azureBlob.tenantId",
        )
    yield from store_checks(settings, storage, observed, purpose)
    if identity := managed_identity(upload):
        path = _identity_id(settings, storage, identity)
        yield from _identity(settings, identity, path, observed, purpose)
        if FEDERATIONS in observed.answers:
            yield from _federations(settings, identity, observed, purpose)
    if assigns_roles(upload):
        yield from _roles(settings, upload, observed, purpose)


def _identity(
    settings: EtcdBackupSettings,
    planned: AzureWorkloadIdentity,
    path: str,
    observed: Observed,
    purpose: Purpose,
) -> Iterator[Check]:
    subject, identity = f"identity {settings.identity_name}", observed.one(IDENTITY)
    makes = not planned.existing_identity
    if identity is None:
        if observed.obstacle(IDENTITY) is Obstacle.ABSENT:
            yield absent("identity", subject, purpose, makes=makes)
        return
    if makes and purpose is Purpose.PREFLIGHT:
        yield existing(
            observed,
            resource_types.MANAGED_IDENTITY,
            path,
            "set etcdBackup.credentials.existingIdentity",
        )
    properties = object_member(identity, "properties")
    for member, wanted in (("clientId", planned.client_id), ("principalId", planned.principal_id)):
        real = properties.get(member)
        if wanted and real and wanted.lower() != str(real).lower():
            yield failure(
                "cloud-identity-differs",
                subject,
                f"its {member} is {real}, not {wanted}",
                f"correct etcdBackup.credentials.{member}",
            )


def _federations(
    settings: EtcdBackupSettings,
    identity: AzureWorkloadIdentity,
    observed: Observed,
    purpose: Purpose,
) -> Iterator[Check]:
    """Entra ID compares issuer, subject and audience to the letter."""
    real = {
        text_member(credential, "name"): object_member(credential, "properties")
        for credential in observed.all(FEDERATIONS)
    }
    for wanted in plan_federations(settings, identity):
        found = real.get(wanted.name)
        about = f"identity {settings.identity_name}, federated credential {wanted.name}"
        if found is None:
            yield absent("federation", about, purpose)
            continue
        differing = [
            f"{member} {shown!r}"
            for member, wish, shown in (
                ("issuer", wanted.issuer, found.get("issuer")),
                ("subject", wanted.subject, found.get("subject")),
                ("audiences", [wanted.audience], found.get("audiences")),
            )
            if wish != shown
        ]
        if differing:
            tell = warning if purpose is Purpose.PREFLIGHT else failure
            yield tell(
                "cloud-federation-differs",
                about,
                f"has {', '.join(differing)}, and the stack plans {wanted.issuer}, "
                f"{wanted.subject}, {wanted.audience}",
                "'pulumi up' corrects it",
            )
        else:
            yield success("cloud-federation", about, "issuer, subject and audience are as planned")


def _roles(
    settings: EtcdBackupSettings, upload: AzureBlobUpload, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    principal = upload.identity.principal_id or text_member(
        observed.one(IDENTITY) or {}, "properties", "principalId"
    )
    if not principal:
        return
    for grant in plan_grants(settings, upload):
        found = roles_at(observed, grant.scope, principal)
        if found is None:
            continue
        subject = f"{grant.role.words} on {identifiers.name_in(grant.scope)}"
        if grant.role.guid.lower() in found:
            yield success("cloud-role", subject, f"principal {principal} has it")
        else:
            yield absent("role", subject, purpose)
