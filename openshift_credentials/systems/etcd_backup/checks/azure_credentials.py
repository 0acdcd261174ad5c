"""Rules between settings of the identity on Azure, by credential mode."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.azure.clouds import AzureCloud, facts_of
from openshift_credentials.platforms.azure.federation import FEDERATED_CREDENTIAL_LIMIT
from openshift_credentials.platforms.azure.managed_identity.judgement import (
    Expected,
    judge_document,
)
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.cluster import Cluster
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.systems.etcd_backup.checks.tree import CONTROL_PLANE_IDENTITY, BackupTree
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode, StorageType
from openshift_credentials.systems.etcd_backup.rules.federations import federations

_WORKLOAD: Final = CredentialMode.AZURE_WORKLOAD_IDENTITY
_MANAGED: Final = CredentialMode.AZURE_MANAGED_IDENTITY


def control_plane_identity_is_in_the_stack(tree: BackupTree) -> Iterator[Notice]:
    """A reference to a control-plane identity requires a stack that has them."""
    if (
        tree.value(CONTROL_PLANE_IDENTITY) is not None
        and tree.value("controlPlaneIdentities") is None
    ):
        yield _problem(
            "controlPlaneIdentity",
            "is an identity of system controlPlaneIdentities, which is not in the stack",
            "add that system to the stack, or set managedIdentityDocument instead",
        )


def adopted_identity_is_complete(tree: BackupTree) -> Iterator[Notice]:
    """An existing identity has both IDs; a new one has none yet."""
    if _azure_mode(tree) is not _WORKLOAD:
        return
    if tree.value("etcdBackup.credentials.existingIdentity") is True:
        for name in ("identityName", "clientId", "principalId"):
            if tree.value(f"etcdBackup.credentials.{name}") is None:
                yield _problem(name, "is required when existingIdentity is true", "set it")
        return
    for name in ("clientId", "principalId"):
        if tree.value(f"etcdBackup.credentials.{name}") is not None:
            yield _problem(
                name,
                "must not be set for an identity that the stack creates: Azure assigns it",
                "remove it, or set existingIdentity to true",
            )


def ids_are_not_swapped(tree: BackupTree) -> Iterator[Notice]:
    """Client ID and principal ID are two different GUIDs of one identity."""
    client_id = tree.text("etcdBackup.credentials.clientId", azure_rules.GUID)
    principal_id = tree.text("etcdBackup.credentials.principalId", azure_rules.GUID)
    if client_id and principal_id and client_id.lower() == principal_id.lower():
        yield _problem(
            "principalId",
            "is the client ID; it must be the principal (object) ID of the same identity",
            "copy the principal (object) ID",
        )


def federated_credentials_are_few(tree: BackupTree) -> Iterator[Notice]:
    """An identity has at most twenty federated credentials, each for another account."""
    if _azure_mode(tree) is not _WORKLOAD:
        return
    accounts = [
        each
        for each in tree.items("etcdBackup.credentials.serviceAccounts")
        if isinstance(each, str) and not kubernetes_rules.SERVICE_ACCOUNT.problem(each)
    ]
    velero = _namespace(tree, "oadpNamespace", "oadp_namespace")
    restores = tree.value("etcdBackup.credentials.restore") is True
    operator = _namespace(tree, "operatorNamespace", "operator_namespace")
    number = len(federations("", operator, velero if restores else None, accounts))
    if number > FEDERATED_CREDENTIAL_LIMIT:
        yield _problem(
            "serviceAccounts",
            f"results in {number} federated credentials of one identity, and Azure allows "
            f"{FEDERATED_CREDENTIAL_LIMIT}",
            "list fewer, or use a separate identity for some of them",
        )


def _namespace(tree: BackupTree, name: str, field: str) -> str:
    default: str = Cluster.model_fields[field].default
    return tree.text(f"cluster.{name}", kubernetes_rules.DNS_LABEL) or default


def managed_identity_document_works(tree: BackupTree) -> Iterator[Notice]:
    """The uploader can log in with the document, in this tenant and cloud and today."""
    document = tree.text("etcdBackup.credentials.managedIdentityDocument")
    tenant_id = tree.text("etcdBackup.storage.azureBlob.tenantId", azure_rules.GUID)
    if _azure_mode(tree) is not _MANAGED or document in (None, SEALED) or not tenant_id:
        return
    expected = expected_of(
        tree.text("etcdBackup.storage.azureBlob.cloud"),
        tenant_id,
        tree.text("etcdBackup.credentials.clientId", azure_rules.GUID),
    )
    found = judge_document(
        str(document).encode(errors="surrogatepass"), expected, datetime.now(UTC)
    )
    if problems := [finding.why for finding in found if finding.severity is Severity.ERROR]:
        yield _problem(
            "managedIdentityDocument",
            "cannot be used: " + ", ".join(problems),
            "set the credentials again as the managed identity data plane returned them",
        )


def expected_of(cloud: str | None, tenant_id: str, client_id: str | None) -> Expected:
    """What credentials must fit, in the terms of the settings."""
    known = AzureCloud(cloud) if cloud in set(AzureCloud) else AzureCloud.PUBLIC
    return Expected(tenant_id, facts_of(known).authority, client_id)


def _azure_mode(tree: BackupTree) -> CredentialMode | None:
    """The mode, including the default, if snapshots go to Azure."""
    mode = tree.effective_mode
    return mode if mode and mode.storage_type is StorageType.AZURE_BLOB else None


def _problem(name: str, rule: str, way_out: str) -> Notice:
    return invalid(f"etcdBackup.credentials.{name}", rule, way_out)
