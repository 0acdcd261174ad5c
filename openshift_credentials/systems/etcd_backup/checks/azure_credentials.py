"""Rules between settings of the identity on Azure, by credential mode."""

from collections.abc import Collection, Iterator
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
from openshift_credentials.systems.etcd_backup.settings.azure_credentials import AzureCredentials

_WORKLOAD: Final = CredentialMode.AZURE_WORKLOAD_IDENTITY
_CLIENT_SECRET: Final = CredentialMode.AZURE_CLIENT_SECRET
_MANAGED: Final = CredentialMode.AZURE_MANAGED_IDENTITY

_MODES: Final[dict[str, Collection[CredentialMode]]] = {
    "identityName": (_WORKLOAD,),
    "identityResourceGroup": (_WORKLOAD,),
    "existingIdentity": (_WORKLOAD,),
    "annotateServiceAccount": (_WORKLOAD,),
    "serviceAccounts": (_WORKLOAD,),
    "clientSecret": (_CLIENT_SECRET,),
    "controlPlaneIdentity": (_MANAGED,),
    "managedIdentityDocument": (_MANAGED,),
}
"""Settings that only some modes read."""

_CONTENTS: Final = ("clientSecret", "managedIdentityDocument")
"""Settings that are the content of the Secret in the modes without a workload identity."""

_REQUIRED: Final = {
    _CLIENT_SECRET: ("clientId", "clientSecret"),
    _MANAGED: ("managedIdentityDocument",),
}


def settings_fit_the_mode(tree: BackupTree) -> Iterator[Notice]:
    """Each mode has the settings that it requires, and no others."""
    mode = _azure_mode(tree)
    if mode is None:
        return
    if mode in _REQUIRED and not any(
        tree.value(f"etcdBackup.credentials.{name}") for name in _CONTENTS
    ):
        return  # the content is that of a workload identity: plan/secret_form.py reports it
    for name, modes in _MODES.items():
        if mode not in modes and tree.value(f"etcdBackup.credentials.{name}") is not None:
            yield _problem(
                name,
                f"has no effect in mode {mode}",
                f"remove it, or set etcdBackup.credentials.mode to {' or '.join(modes)}",
            )
    for name in _REQUIRED.get(mode, ()):
        missing = tree.value(f"etcdBackup.credentials.{name}") is None
        if missing and tree.value(CONTROL_PLANE_IDENTITY) is None:
            yield _problem(name, f"is required in mode {mode}", "set it")


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
    if problems := [each.why for each in found if each.severity is Severity.ERROR]:
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


def azure_settings_fit_the_storage(tree: BackupTree) -> Iterator[Notice]:
    """Settings of an identity on Azure require AzureBlob."""
    if tree.storage_type is not StorageType.S3:
        return
    for field in AzureCredentials.model_fields.values():
        if (
            field.alias != "identityName"
            and tree.value(f"etcdBackup.credentials.{field.alias}") is not None
        ):
            yield _problem(str(field.alias), "cannot be used when storageType is S3", "remove it")


def _problem(name: str, rule: str, way_out: str) -> Notice:
    return invalid(f"etcdBackup.credentials.{name}", rule, way_out)
