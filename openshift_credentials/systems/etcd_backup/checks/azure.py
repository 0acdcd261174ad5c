"""Rules between settings of the storage account, the container, and the identity on Azure."""

from collections.abc import Iterator
from datetime import UTC, datetime

from openshift_credentials.base.notices import Severity
from openshift_credentials.platforms.azure.identifiers import FEDERATED_CREDENTIAL_LIMIT
from openshift_credentials.platforms.azure.managed_identity.loading import Expected, judge_document
from openshift_credentials.platforms.azure.names import LOCATIONS, UPLOAD_ENDPOINT_RULE, AzureCloud, facts_of
from openshift_credentials.platforms.kubernetes import names as kubernetes_rules
from openshift_credentials.stack.base import fields_of
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.stack.system import Stack

from ..rules.modes import CredentialMode
from ..rules.policies import federations
from ..settings import AzureBlobStorage, EtcdBackupSettings
from ..settings.storage import AzureAccount
from .common import BLOB, CREDENTIALS, Told, effective_mode, tags_differ_by_more_than_case, way_out_of_unknown


def check_adoption(blob: AzureBlobStorage) -> Iterator[Told]:
    """What exists lies in something that exists, and keeps the shape that it has."""
    if not blob.makes_container and blob.makes_account:
        yield (
            f"{BLOB}.existingContainer",
            "cannot be true for a container in an account that the stack creates",
            "set existingAccount to true, or this to false",
        )
    if not blob.makes_account:
        if not blob.existing_resource_group:
            yield (
                f"{BLOB}.existingResourceGroup",
                "cannot be false for an account that exists",
                "set it to true, or existingAccount to false",
            )
        for name in fields_of(AzureAccount):
            if blob.given(name) is not None:
                yield (
                    f"{BLOB}.{name}",
                    "has no effect: the account exists, and the stack never changes it",
                    "remove it and change the account itself, or set existingAccount to false",
                )


def check_deletion(blob: AzureBlobStorage) -> Iterator[Told]:
    """Whatever deletes an account or a container says that it deletes the snapshots."""
    path = f"{BLOB}.deleteSnapshots"
    if not blob.makes_container:
        if blob.delete_snapshots:
            yield (path, "has no effect: the container exists, and the stack never deletes it", "remove it")
        return
    if blob.delete_snapshots and blob.retain_on_destroy:
        yield (
            path,
            "contradicts retainOnDestroy, which leaves the account and its snapshots behind",
            "remove one of them",
        )
    elif blob.delete_snapshots and blob.protect:
        yield (path, "has no effect while protect is true", "set protect to false, or remove this")
    elif not (blob.protect or blob.retain_on_destroy or blob.delete_snapshots):
        yield (
            f"{BLOB}.protect",
            "cannot be false alone: Azure, unlike S3, deletes an account or a container with every snapshot in it",
            "remove it, set retainOnDestroy to true, or set deleteSnapshots to true if nobody needs the snapshots",
        )


def check_location(blob: AzureBlobStorage) -> Iterator[Told]:
    """The location is one of the cloud's."""
    known = LOCATIONS.get(blob.cloud, ())
    if not known or blob.location in known or blob.allow_unknown_location:
        return
    yield (
        f"{BLOB}.location",
        f"is not a known location of {blob.cloud}",
        way_out_of_unknown(blob.location, known, "location", f"{BLOB}.allowUnknownLocation"),
    )


def check_subscription(blob: AzureBlobStorage) -> Iterator[Told]:
    """Subscription and tenant are two IDs, neither of them the placeholder of zeros."""
    for name, value in (("subscriptionId", blob.subscription_id), ("tenantId", blob.tenant_id)):
        if not value.strip("0-"):
            yield (f"{BLOB}.{name}", "is a placeholder", f"az account show prints {name}")
    if blob.tenant_id.lower() == blob.subscription_id.lower() and blob.tenant_id.strip("0-"):
        why = "is the ID of the subscription"
        yield (f"{BLOB}.tenantId", why, "use tenantId as 'az account show' prints it")


def check_tags(blob: AzureBlobStorage) -> Iterator[Told]:
    """Azure compares the names of tags without regard to case."""
    return tags_differ_by_more_than_case(blob.tags or {}, BLOB, "Azure")


def check_cloud(blob: AzureBlobStorage) -> Iterator[Told]:
    """The uploader can reach the cloud, and Pulumi's provider supports it."""
    if blob.cloud is AzureCloud.PUBLIC:
        return
    if facts_of(blob.cloud).provider_environment is None:
        yield (
            f"{BLOB}.cloud",
            "is not known to Pulumi's Azure provider",
            f"choose {AzureCloud.PUBLIC}, {AzureCloud.US_GOVERNMENT} or {AzureCloud.CHINA}",
        )
    elif not blob.allow_unsupported_cloud:
        yield (
            f"{BLOB}.cloud",
            UPLOAD_ENDPOINT_RULE,
            f"choose {AzureCloud.PUBLIC}, or set allowUnsupportedCloud to true if your operator supports this one",
        )


def check_immutability(blob: AzureBlobStorage) -> Iterator[Told]:
    """Immutability needs versions, and blobs expire no earlier than they may be deleted."""
    immutability = blob.immutability
    if immutability is None:
        return
    if not blob.versioning:
        yield (f"{BLOB}.immutability", "needs versioning", "set versioning to true, or remove this")
    if blob.retention_days and blob.retention_days < immutability.days:
        yield (
            f"{BLOB}.retentionDays",
            f"must be at least immutability.days, which is {immutability.days}: no blob can be deleted earlier",
            "raise it, or lower immutability.days",
        )


def check_control_plane_identity(settings: EtcdBackupSettings, stack: Stack) -> Iterator[Told]:
    """A reference to a control-plane identity requires a stack that has them."""
    if settings.credentials.control_plane_identity is not None and "controlPlaneIdentities" not in stack:
        yield (
            f"{CREDENTIALS}.controlPlaneIdentity",
            "is an identity of system controlPlaneIdentities, which is not in the stack",
            "add that system to the stack, or set managedIdentityDocument instead",
        )


def check_adopted_identity(settings: EtcdBackupSettings) -> Iterator[Told]:
    """An existing identity has both IDs; a new one has none yet."""
    if effective_mode(settings) is not CredentialMode.AZURE_WORKLOAD_IDENTITY:
        return
    if settings.credentials.existing_identity:
        for name in ("identityName", "clientId", "principalId"):
            if settings.credentials.given(name) is None:
                yield (f"{CREDENTIALS}.{name}", "is required when existingIdentity is true", "set it")
        return
    for name in ("clientId", "principalId"):
        if settings.credentials.given(name) is not None:
            yield (
                f"{CREDENTIALS}.{name}",
                "must not be set for an identity that the stack creates: Azure assigns it",
                "remove it, or set existingIdentity to true",
            )


def check_role(settings: EtcdBackupSettings) -> Iterator[Told]:
    """A role that exists is assigned instead of one that the stack defines or that is built in."""
    credentials = settings.credentials
    if credentials.role_definition_id and credentials.custom_role is not None:
        yield (f"{CREDENTIALS}.customRole", "has no effect: roleDefinitionId names the role", "remove it")


def check_ids(settings: EtcdBackupSettings) -> Iterator[Told]:
    """Client ID and principal ID are two different GUIDs of one identity."""
    client_id, principal_id = settings.credentials.client_id, settings.credentials.principal_id
    if client_id and principal_id and client_id.lower() == principal_id.lower():
        yield (
            f"{CREDENTIALS}.principalId",
            "is the client ID; it must be the principal (object) ID of the same identity",
            "copy the principal (object) ID",
        )


def check_federated_credentials(settings: EtcdBackupSettings) -> Iterator[Told]:
    """An identity has at most twenty federated credentials, each for another account."""
    cluster, credentials = settings.cluster, settings.credentials
    if effective_mode(settings) is not CredentialMode.AZURE_WORKLOAD_IDENTITY:
        return
    accounts = [
        account for account in credentials.service_accounts if not kubernetes_rules.SERVICE_ACCOUNT.problem(account)
    ]
    velero = cluster.oadp_namespace if credentials.restore else None
    number = len(federations("", cluster.operator_namespace, velero, accounts))
    if number > FEDERATED_CREDENTIAL_LIMIT:
        yield (
            f"{CREDENTIALS}.serviceAccounts",
            f"results in {number} federated credentials of one identity, and Azure allows {FEDERATED_CREDENTIAL_LIMIT}",
            "list fewer, or use a separate identity for some of them",
        )


def check_managed_identity_document(blob: AzureBlobStorage, settings: EtcdBackupSettings) -> Iterator[Told]:
    """The uploader can log in with the document, in this tenant and cloud and today."""
    document = settings.credentials.managed_identity_document
    managed = effective_mode(settings) is CredentialMode.AZURE_MANAGED_IDENTITY
    if not managed or document is None or is_sealed(document):
        return
    expected = Expected(blob.tenant_id, facts_of(blob.cloud).authority, settings.credentials.client_id)
    content = document.get_secret_value().encode(errors="surrogatepass")
    found = judge_document(content, expected, datetime.now(UTC))
    if problems := [finding.why for finding in found if finding.severity is Severity.ERROR]:
        yield (
            f"{CREDENTIALS}.managedIdentityDocument",
            "cannot be used: " + ", ".join(problems),
            "set the credentials again as the managed identity data plane returned them",
        )
