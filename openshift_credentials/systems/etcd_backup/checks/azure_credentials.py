"""Rules between settings of the identity on Azure, by credential mode."""

from collections.abc import Iterator
from datetime import UTC, datetime

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.azure.clouds import facts_of
from openshift_credentials.platforms.azure.federation import FEDERATED_CREDENTIAL_LIMIT
from openshift_credentials.platforms.azure.managed_identity.judgement import Expected, judge_document
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.secret_texts import is_sealed

from ..rules.modes import CredentialMode
from ..rules.policies import federations
from ..settings import AzureBlobStorage
from .tree import CONTROL_PLANE_IDENTITY, CREDENTIALS, BackupTree


def control_plane_identity_is_in_the_stack(tree: BackupTree) -> Iterator[Notice]:
    """A reference to a control-plane identity requires a stack that has them."""
    if tree.value(CONTROL_PLANE_IDENTITY) is not None and tree.value("controlPlaneIdentities") is None:
        yield tree.problem(
            f"{CREDENTIALS}.controlPlaneIdentity",
            "is an identity of system controlPlaneIdentities, which is not in the stack",
            "add that system to the stack, or set managedIdentityDocument instead",
        )


def adopted_identity_is_complete(tree: BackupTree) -> Iterator[Notice]:
    """An existing identity has both IDs; a new one has none yet."""
    if tree.effective_mode is not CredentialMode.AZURE_WORKLOAD_IDENTITY:
        return
    if tree.credentials.existing_identity:
        for name in ("identityName", "clientId", "principalId"):
            if tree.value(f"{CREDENTIALS}.{name}") is None:
                yield tree.problem(f"{CREDENTIALS}.{name}", "is required when existingIdentity is true", "set it")
        return
    for name in ("clientId", "principalId"):
        if tree.value(f"{CREDENTIALS}.{name}") is not None:
            yield tree.problem(
                f"{CREDENTIALS}.{name}",
                "must not be set for an identity that the stack creates: Azure assigns it",
                "remove it, or set existingIdentity to true",
            )


def one_role_is_assigned(tree: BackupTree) -> Iterator[Notice]:
    """A role that exists is assigned instead of one that the stack defines or that is built in."""
    credentials = tree.credentials
    if credentials.role_definition_id and credentials.custom_role is not None:
        yield tree.problem(f"{CREDENTIALS}.customRole", "has no effect: roleDefinitionId names the role", "remove it")


def ids_are_not_swapped(tree: BackupTree) -> Iterator[Notice]:
    """Client ID and principal ID are two different GUIDs of one identity."""
    client_id, principal_id = tree.credentials.client_id, tree.credentials.principal_id
    if client_id and principal_id and client_id.lower() == principal_id.lower():
        yield tree.problem(
            f"{CREDENTIALS}.principalId",
            "is the client ID; it must be the principal (object) ID of the same identity",
            "copy the principal (object) ID",
        )


def federated_credentials_are_few(tree: BackupTree) -> Iterator[Notice]:
    """An identity has at most twenty federated credentials, each for another account."""
    cluster, credentials = tree.cluster, tree.credentials
    if tree.effective_mode is not CredentialMode.AZURE_WORKLOAD_IDENTITY or cluster is None:
        return
    accounts = [
        account for account in credentials.service_accounts if not kubernetes_rules.SERVICE_ACCOUNT.problem(account)
    ]
    velero = cluster.oadp_namespace if credentials.restore else None
    number = len(federations("", cluster.operator_namespace, velero, accounts))
    if number > FEDERATED_CREDENTIAL_LIMIT:
        yield tree.problem(
            f"{CREDENTIALS}.serviceAccounts",
            f"results in {number} federated credentials of one identity, and Azure allows {FEDERATED_CREDENTIAL_LIMIT}",
            "list fewer, or use a separate identity for some of them",
        )


def managed_identity_document_works(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """The uploader can log in with the document, in this tenant and cloud and today."""
    document = tree.credentials.managed_identity_document
    managed = tree.effective_mode is CredentialMode.AZURE_MANAGED_IDENTITY
    if not managed or document is None or is_sealed(document):
        return
    expected = Expected(blob.tenant_id, facts_of(blob.cloud).authority, tree.credentials.client_id)
    content = document.get_secret_value().encode(errors="surrogatepass")
    found = judge_document(content, expected, datetime.now(UTC))
    if problems := [finding.why for finding in found if finding.severity is Severity.ERROR]:
        yield tree.problem(
            f"{CREDENTIALS}.managedIdentityDocument",
            "cannot be used: " + ", ".join(problems),
            "set the credentials again as the managed identity data plane returned them",
        )
