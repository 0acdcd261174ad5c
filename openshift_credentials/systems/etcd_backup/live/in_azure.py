"""Compare account, container, identity, federations and roles in Azure with the plan.

Source: Azure Resource Manager REST references of Microsoft.Storage, Microsoft.ManagedIdentity and
Microsoft.Authorization.
"""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.live.azure_roles import assignments_at, roles_at
from openshift_credentials.live.check import Check, Purpose, failure, success, warning
from openshift_credentials.live.cloud import ArmRead
from openshift_credentials.live.managed import existing
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.azure import identifiers
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
ACCOUNT: Final = "Azure storage account"
CONTAINER: Final = "Azure blob container"
IDENTITY: Final = "Azure managed identity"
FEDERATIONS: Final = "Azure federated credentials"

_STORAGE_API: Final = "2023-05-01"
_IDENTITY_API: Final = "2023-01-31"


def reads(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[ArmRead]:
    """Requests to Azure."""
    storage = upload.storage
    yield ArmRead(
        name=SUBSCRIPTION,
        path=f"/subscriptions/{storage.subscription_id}",
        api_version="2022-12-01",
    )
    yield ArmRead(name=ACCOUNT, path=storage.account_id, api_version=_STORAGE_API)
    container = identifiers.container_id(storage.account_id, storage.container)
    yield ArmRead(name=CONTAINER, path=container, api_version=_STORAGE_API)
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
    yield from _account(storage, observed, purpose)
    yield from _container(storage, observed, purpose)
    if identity := managed_identity(upload):
        path = _identity_id(settings, storage, identity)
        yield from _identity(settings, identity, path, observed, purpose)
        if FEDERATIONS in observed.answers:
            yield from _federations(settings, identity, observed, purpose)
    if assigns_roles(upload):
        yield from _roles(settings, upload, observed, purpose)


def _account(storage: AzureBlobStorage, observed: Observed, purpose: Purpose) -> Iterator[Check]:
    subject, account = f"storage account {storage.storage_account}", observed.one(ACCOUNT)
    if account is None:
        if observed.obstacle(ACCOUNT) is Obstacle.ABSENT:
            yield _absent("account", subject, makes=storage.makes_account, purpose=purpose)
        return
    if storage.makes_account and purpose is Purpose.PREFLIGHT:
        yield existing(
            observed,
            resource_types.STORAGE_ACCOUNT,
            storage.account_id,
            "set etcdBackup.storage.azureBlob.existingAccount",
        )
    properties = object_member(account, "properties")
    wrong = [
        text
        for text, is_wrong in (
            ("allows public blobs", properties.get("allowBlobPublicAccess") is not False),
            (
                "accepts requests without TLS",
                properties.get("supportsHttpsTrafficOnly") is False,
            ),
            (
                f"accepts {properties.get('minimumTlsVersion') or 'any version of TLS'}",
                properties.get("minimumTlsVersion") not in ("TLS1_2", "TLS1_3"),
            ),
        )
        if is_wrong
    ]
    for shortcoming in wrong:
        yield warning("cloud-account-settings", subject, shortcoming, "see docs/azure.md")
    if not wrong:
        yield success("cloud-account-settings", subject, "allows no public access and requires TLS")


def _container(storage: AzureBlobStorage, observed: Observed, purpose: Purpose) -> Iterator[Check]:
    subject = f"container {storage.storage_account}/{storage.container}"
    if observed.one(CONTAINER) is None:
        if observed.obstacle(CONTAINER) is Obstacle.ABSENT:
            yield _absent("container", subject, makes=storage.makes_container, purpose=purpose)
    elif storage.makes_container and purpose is Purpose.PREFLIGHT:
        container = identifiers.container_id(storage.account_id, storage.container)
        way_out = "set etcdBackup.storage.azureBlob.existingContainer"
        yield existing(observed, resource_types.BLOB_CONTAINER, container, way_out)
    else:
        yield success("cloud-container", subject, "is there")


def _absent(code: str, subject: str, *, makes: bool, purpose: Purpose) -> Check:
    if makes and purpose is Purpose.PREFLIGHT:
        return success(f"cloud-{code}", subject, "the update creates it")
    way_out = "run 'pulumi refresh' and 'pulumi up'" if makes else "correct the setting"
    return failure(f"cloud-no-{code}", subject, "does not exist", way_out)


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
            yield _absent("identity", subject, makes=makes, purpose=purpose)
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
            yield _absent("federation", about, makes=True, purpose=purpose)
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
        subject = f"role {grant.role.name} on {identifiers.name_in(grant.scope)}"
        if grant.role.guid.lower() in found:
            yield success("cloud-role", subject, f"principal {principal} has it")
        else:
            yield _absent("role", subject, makes=True, purpose=purpose)
