"""Rules between settings of the storage account and the container."""

from collections.abc import Iterator

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.clouds import UPLOAD_ENDPOINT_RULE, AzureCloud, facts_of
from openshift_credentials.platforms.azure.locations import LOCATIONS
from openshift_credentials.stack.models import fields_of
from openshift_credentials.systems.etcd_backup.checks.near_names import (
    tags_differ_by_more_than_case,
    way_out_of_unknown,
)
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB, BackupTree
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.azure_account import AzureAccount


def adoption(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """What exists lies in something that exists, and keeps the shape that it has."""
    if not blob.makes_container and blob.makes_account:
        yield tree.problem(
            f"{BLOB}.existingContainer",
            "cannot be true for a container in an account that the stack creates",
            "set existingAccount to true, or this to false",
        )
    if not blob.makes_account:
        if not blob.existing_resource_group:
            yield tree.problem(
                f"{BLOB}.existingResourceGroup",
                "cannot be false for an account that exists",
                "set it to true, or existingAccount to false",
            )
        for name in fields_of(AzureAccount):
            if tree.value(f"{BLOB}.{name}") is not None:
                yield tree.problem(
                    f"{BLOB}.{name}",
                    "has no effect: the account exists, and the stack never changes it",
                    "remove it and change the account itself, or set existingAccount to false",
                )
    for name in () if blob.makes_container else ("encryptionScope", "containerImmutability"):
        if tree.value(f"{BLOB}.{name}") is None:
            continue
        yield tree.problem(
            f"{BLOB}.{name}",
            "has no effect: the container exists, and the stack never changes it",
            "remove it",
        )


def snapshots_are_deleted_on_purpose(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Whatever deletes an account or a container says that it deletes the snapshots."""
    path = f"{BLOB}.deleteSnapshots"
    if not blob.makes_container:
        if blob.delete_snapshots:
            yield tree.problem(
                path,
                "has no effect: the container exists, and the stack never deletes it",
                "remove it",
            )
        return
    if blob.delete_snapshots and blob.retain_on_destroy:
        yield tree.problem(
            path,
            "contradicts retainOnDestroy, which leaves the account and its snapshots behind",
            "remove one of them",
        )
    elif blob.delete_snapshots and blob.protect:
        yield tree.problem(
            path, "has no effect while protect is true", "set protect to false, or remove this"
        )
    elif not (blob.protect or blob.retain_on_destroy or blob.delete_snapshots):
        yield tree.problem(
            f"{BLOB}.protect",
            "cannot be false alone: Azure, unlike S3, deletes an account or a container with every "
            "snapshot in it",
            "remove it, set retainOnDestroy to true, or set deleteSnapshots to true if nobody "
            "needs the snapshots",
        )


def location_is_known(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """The location is one of the cloud's."""
    yield from is_known(blob, tree, "location", blob.location)


def is_known(
    blob: AzureBlobStorage, tree: BackupTree, name: str, location: str | None
) -> Iterator[Notice]:
    """The location, if there is one, is in the stack's cloud; ``name`` is its setting."""
    known = LOCATIONS.get(blob.cloud, ())
    if not location or not known or location in known or blob.allow_unknown_location:
        return
    yield tree.problem(
        f"{BLOB}.{name}",
        f"is not a known location of {blob.cloud}",
        way_out_of_unknown(location, known, "location", f"{BLOB}.allowUnknownLocation"),
    )


def tags_are_apart(blob: AzureBlobStorage, _: BackupTree) -> Iterator[Notice]:
    """Azure compares the names of tags without regard to case."""
    return tags_differ_by_more_than_case(blob.tags or {}, BLOB, "Azure")


def cloud_is_supported(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """The uploader can reach the cloud, and Pulumi's provider supports it."""
    if blob.cloud is AzureCloud.PUBLIC:
        return
    if facts_of(blob.cloud).provider_environment is None:
        yield tree.problem(
            f"{BLOB}.cloud",
            "is not known to Pulumi's Azure provider",
            f"choose {AzureCloud.PUBLIC}, {AzureCloud.US_GOVERNMENT} or {AzureCloud.CHINA}",
        )
    elif not blob.allow_unsupported_cloud:
        yield tree.problem(
            f"{BLOB}.cloud",
            UPLOAD_ENDPOINT_RULE,
            f"choose {AzureCloud.PUBLIC}, or set allowUnsupportedCloud to true if your operator "
            "supports this one",
        )


def new_key_is_beside_the_account(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """A vault that the stack creates lies in the account's group, and its key has one version."""
    key = blob.customer_managed_key
    if key is None or not key.create:
        return
    group = f"{blob.resource_group_id}/providers/"
    if not key.key_vault_id.lower().startswith(group.lower()):
        yield tree.problem(
            f"{BLOB}.customerManagedKey.keyVaultId",
            "must be a vault that the stack can create, in resource group "
            f"{blob.resource_group} of subscription {blob.subscription_id}",
            "change the ID, or set create to false for a vault that exists",
        )
    if key.key_version:
        yield tree.problem(
            f"{BLOB}.customerManagedKey.keyVersion",
            "cannot be set with create: Azure assigns the version of a new key",
            "remove it",
        )


def retention_fits_the_tier(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Snapshots stay in a tier as long as Azure charges for it."""
    transition, retention = blob.transition, blob.retention_days
    if transition is None or retention is None:
        return
    days, charged = transition.after_days, transition.tier.charged_days
    if retention < days + charged:
        yield tree.problem(
            f"{BLOB}.retentionDays",
            f"deletes snapshots {quantity(max(retention - days, 0), 'day')} after they move to "
            f"{transition.tier}, and Azure charges for at least {charged} days in that tier",
            f"set at least {days + charged}, or remove transition",
        )


def containers_are_used_for_one_thing(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Lists have a separate container; stacks that share a container have separate roles."""
    if blob.inventory and blob.inventory.container == blob.container:
        yield tree.problem(
            f"{BLOB}.inventory.container",
            "is the container of the snapshots, and must be a separate container",
            "name another container",
        )
    if not blob.shared_container:
        return
    if tree.oadp.velero.create_identity:
        yield tree.problem(
            f"{BLOB}.sharedContainer",
            "cannot be combined with etcdBackup.oadp.velero.createIdentity: Velero's role can "
            "list and delete in the whole container",
            "use a separate container for Velero, or remove one of them",
        )
    custom = tree.credentials.custom_role
    if tree.credentials.role_definition_id:
        return
    if custom is False or (tree.credentials.restore and not custom):
        yield tree.problem(
            f"{BLOB}.sharedContainer",
            "requires a custom role: Storage Blob Data Contributor can list and delete in the "
            "whole container",
            "set etcdBackup.credentials.customRole to true, or name a role in roleDefinitionId",
        )


def diagnostics_go_somewhere_else(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Logs have a destination, which is not the logged account."""
    diagnostics = blob.diagnostics
    if diagnostics is None:
        return
    target = diagnostics.storage_account_id
    if not diagnostics.workspace_id and not target:
        yield tree.problem(
            f"{BLOB}.diagnostics",
            "needs a workspace or a storage account",
            "add workspaceId or storageAccountId",
        )
    if target and target.rpartition("/")[2].lower() == blob.storage_account:
        yield tree.problem(
            f"{BLOB}.diagnostics.storageAccountId",
            "is the account itself, and must be another account: every log entry would create "
            "another one",
            "name another account",
        )
