"""Rules between settings of the storage account and the container."""

import difflib
from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.access_tiers import AccessTier
from openshift_credentials.platforms.azure.clouds import (
    UPLOAD_ENDPOINT_RULE,
    AzureCloud,
    facts_of,
)
from openshift_credentials.platforms.azure.locations import LOCATIONS
from openshift_credentials.platforms.azure.text_rules import (
    AZURE_LOCATION,
    STORAGE_ACCOUNT_ID,
)
from openshift_credentials.stack.problems import invalid, shown
from openshift_credentials.stack.tree import as_group
from openshift_credentials.systems.etcd_backup.checks.tree import (
    BLOB,
    AzureBlobGroup,
    BackupTree,
    is_number,
)
from openshift_credentials.systems.etcd_backup.settings.azure_account import AzureAccount


def adoption(tree: BackupTree) -> Iterator[Notice]:
    """What exists lies in something that exists, and keeps the shape that it has."""
    blob = AzureBlobGroup(tree)
    if blob.flag("existingContainer", blob.existing) and not blob.account_exists:
        yield blob.problem(
            "existingContainer",
            "cannot be true for a container in an account that the stack creates",
            "set existingAccount to true, or this to false",
        )
    if blob.account_exists and blob.value("existingResourceGroup") is False:
        yield blob.problem(
            "existingResourceGroup",
            "cannot be false for an account that exists",
            "set it to true, or existingAccount to false",
        )
    if blob.account_exists:
        for field in AzureAccount.model_fields.values():
            if field.alias and blob.value(field.alias) is not None:
                yield blob.problem(
                    field.alias,
                    "has no effect: the account exists, and the stack never changes it",
                    "remove it and change the account itself, or set existingAccount to false",
                )
    if blob.flag("existingContainer", blob.existing) and blob.value("encryptionScope") is not None:
        yield blob.problem(
            "encryptionScope",
            "has no effect: the container exists, and the stack never changes it",
            "remove it",
        )


def location_is_known(tree: BackupTree) -> Iterator[Notice]:
    """The location is one of the cloud's."""
    location = tree.text(f"{BLOB}.location", AZURE_LOCATION)
    yield from is_known(tree, f"{BLOB}.location", location)


def is_known(tree: BackupTree, path: str, location: str | None) -> Iterator[Notice]:
    """The location at a path, if there is one, is in the stack's cloud."""
    given = tree.text(f"{BLOB}.cloud")
    cloud = AzureCloud(given) if given in set(AzureCloud) else AzureCloud.PUBLIC
    known = LOCATIONS.get(cloud, frozenset())
    if not location or not known or location in known:
        return
    if tree.value(f"{BLOB}.allowUnknownLocation") is True:
        return
    near = difflib.get_close_matches(location, known, n=1)
    yield invalid(
        path,
        f"is not a known location of {cloud}",
        f"{f'did you mean {near[0]}? ' if near else ''}For a new location set "
        f"{BLOB}.allowUnknownLocation to true",
        value=shown(location, secret=False),
    )


def tags_differ_by_more_than_case(tree: BackupTree) -> Iterator[Notice]:
    """Azure compares the names of tags without regard to case."""
    seen: dict[str, str] = {}
    for name in as_group(tree.value(f"{BLOB}.tags")):
        first = seen.setdefault(name.lower(), name)
        if first != name:
            yield invalid(
                f"{BLOB}.tags.{name}",
                f"differs from {first} only in case, and Azure ignores case",
                "keep one of them",
            )


def cloud_is_supported(tree: BackupTree) -> Iterator[Notice]:
    """The uploader can reach the cloud, and Pulumi's provider supports it."""
    blob = AzureBlobGroup(tree)
    cloud = tree.text(f"{BLOB}.cloud")
    if cloud not in set(AzureCloud) or cloud == AzureCloud.PUBLIC:
        return
    if facts_of(AzureCloud(cloud)).provider_environment is None:
        yield blob.problem(
            "cloud",
            "is not known to Pulumi's Azure provider",
            f"choose {AzureCloud.PUBLIC}, {AzureCloud.US_GOVERNMENT} or {AzureCloud.CHINA}",
        )
    elif blob.value("allowUnsupportedCloud") is not True:
        yield blob.problem(
            "cloud",
            UPLOAD_ENDPOINT_RULE,
            f"choose {AzureCloud.PUBLIC}, or set allowUnsupportedCloud to true if your operator "
            "supports this one",
        )


def data_protection_fits(tree: BackupTree) -> Iterator[Notice]:
    """Restore, versions, soft delete, immutability and expiry do not contradict each other."""
    blob = AzureBlobGroup(tree)
    restore = blob.number("pointInTimeRestoreDays")
    soft_delete = blob.number(
        "softDeleteDays", AzureAccount.model_fields["soft_delete_days"].default
    )
    versioning = blob.flag("versioning", default=True)
    immutability = as_group(blob.value("immutability"))
    if restore and not versioning:
        yield blob.problem(
            "pointInTimeRestoreDays", "needs versioning", "set versioning to true, or remove this"
        )
    if restore and soft_delete is not None and soft_delete <= restore:
        yield blob.problem(
            "pointInTimeRestoreDays",
            f"must be less than softDeleteDays, which is {soft_delete}",
            f"set softDeleteDays to at least {restore + 1}",
        )
    if restore and immutability:
        yield blob.problem(
            "pointInTimeRestoreDays",
            "cannot be combined with immutability",
            "remove one of them",
        )
    if immutability and not versioning:
        yield blob.problem(
            "immutability", "needs versioning", "set versioning to true, or remove this"
        )
    retention, days = blob.number("retentionDays"), immutability.get("days")
    if retention and is_number(days) and retention < days:
        yield blob.problem(
            "retentionDays",
            f"must be at least immutability.days, which is {days}: no blob can be deleted earlier",
            "raise it, or lower immutability.days",
        )
    yield from _retention_fits_the_tier(blob, retention)


def _retention_fits_the_tier(blob: AzureBlobGroup, retention: int | None) -> Iterator[Notice]:
    """Snapshots stay in a tier as long as Azure charges for it."""
    group = as_group(blob.value("transition"))
    tier, after = group.get("tier"), group.get("afterDays")
    if tier not in set(AccessTier) or retention is None:
        return
    days, charged = after if is_number(after) else 0, AccessTier(str(tier)).charged_days
    if retention < days + charged:
        yield blob.problem(
            "retentionDays",
            f"deletes snapshots {max(retention - days, 0)} days after they move to {tier}, and "
            f"Azure charges for at least {charged} days in that tier",
            f"set at least {days + charged}, or remove transition",
        )


def containers_are_used_for_one_thing(tree: BackupTree) -> Iterator[Notice]:
    """Lists have a separate container; stacks that share a container have separate roles."""
    blob = AzureBlobGroup(tree)
    container = as_group(blob.value("inventory")).get("container")
    if container is not None and container == blob.value("container"):
        yield blob.problem(
            "inventory.container",
            "is the container of the snapshots, and must be a separate container",
            "name another container",
        )
    if blob.value("sharedContainer") is not True:
        return
    if tree.value("etcdBackup.oadp.velero.createIdentity") is True:
        yield blob.problem(
            "sharedContainer",
            "cannot be combined with etcdBackup.oadp.velero.createIdentity: Velero's role can "
            "list and delete in the whole container",
            "use a separate container for Velero, or remove one of them",
        )
    custom = tree.value("etcdBackup.credentials.customRole")
    restore = tree.value("etcdBackup.credentials.restore") is True
    if custom is False or (restore and custom is not True):
        yield blob.problem(
            "sharedContainer",
            "requires a custom role: Storage Blob Data Contributor can list and delete in the "
            "whole container",
            "set etcdBackup.credentials.customRole to true",
        )


def diagnostics_go_somewhere_else(tree: BackupTree) -> Iterator[Notice]:
    """Logs have a destination, which is not the logged account."""
    blob = AzureBlobGroup(tree)
    if blob.value("diagnostics") is None:
        return
    group = as_group(blob.value("diagnostics"))
    if not group.get("workspaceId") and not group.get("storageAccountId"):
        yield blob.problem(
            "diagnostics",
            "needs a workspace or a storage account",
            "add workspaceId or storageAccountId",
        )
    target = tree.text(f"{BLOB}.diagnostics.storageAccountId", STORAGE_ACCOUNT_ID)
    own = tree.text(f"{BLOB}.storageAccount")
    if target and own and target.rsplit("/", maxsplit=1)[-1].lower() == own:
        yield blob.problem(
            "diagnostics.storageAccountId",
            "is the account itself, and must be another account: every log entry would create "
            "another one",
            "name another account",
        )
