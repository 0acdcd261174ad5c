"""Rules between settings of the storage account and the container."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.clouds import LOCATIONS, UPLOAD_ENDPOINT_RULE, AzureCloud, facts_of
from openshift_credentials.stack.base import fields_of

from ..settings import AzureBlobStorage
from ..settings.azure import AzureAccount
from .near_names import tags_differ_by_more_than_case, way_out_of_unknown
from .tree import BLOB, BackupTree


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


def snapshots_are_deleted_on_purpose(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Whatever deletes an account or a container says that it deletes the snapshots."""
    path = f"{BLOB}.deleteSnapshots"
    if not blob.makes_container:
        if blob.delete_snapshots:
            yield tree.problem(path, "has no effect: the container exists, and the stack never deletes it", "remove it")
        return
    if blob.delete_snapshots and blob.retain_on_destroy:
        yield tree.problem(
            path, "contradicts retainOnDestroy, which leaves the account and its snapshots behind", "remove one of them"
        )
    elif blob.delete_snapshots and blob.protect:
        yield tree.problem(path, "has no effect while protect is true", "set protect to false, or remove this")
    elif not (blob.protect or blob.retain_on_destroy or blob.delete_snapshots):
        yield tree.problem(
            f"{BLOB}.protect",
            "cannot be false alone: Azure, unlike S3, deletes an account or a container with every snapshot in it",
            "remove it, set retainOnDestroy to true, or set deleteSnapshots to true if nobody needs the snapshots",
        )


def location_is_known(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """The location is one of the cloud's."""
    known = LOCATIONS.get(blob.cloud, ())
    if not known or blob.location in known or blob.allow_unknown_location:
        return
    yield tree.problem(
        f"{BLOB}.location",
        f"is not a known location of {blob.cloud}",
        way_out_of_unknown(blob.location, known, "location", f"{BLOB}.allowUnknownLocation"),
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
            f"choose {AzureCloud.PUBLIC}, or set allowUnsupportedCloud to true if your operator supports this one",
        )


def immutability_fits(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """Immutability needs versions, and blobs expire no earlier than they may be deleted."""
    immutability = blob.immutability
    if immutability is None:
        return
    if not blob.versioning:
        yield tree.problem(f"{BLOB}.immutability", "needs versioning", "set versioning to true, or remove this")
    if blob.retention_days and blob.retention_days < immutability.days:
        yield tree.problem(
            f"{BLOB}.retentionDays",
            f"must be at least immutability.days, which is {immutability.days}: no blob can be deleted earlier",
            "raise it, or lower immutability.days",
        )
