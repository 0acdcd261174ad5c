"""Rules between settings, told together with the problems of single ones.

A check reads typed groups, as far as they are right: the models report what is wrong in them. Only
what stands beside a wrong sibling, such as an entry of ``backups``, is read from the raw tree.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.readable import as_far_as_readable

from ..settings import AzureBlobStorage, EtcdBackupSettings, S3Storage
from . import (
    aws_credentials,
    aws_role,
    azure_blob,
    azure_credentials,
    backups,
    credentials,
    oadp,
    policy_statements,
    s3,
    storage,
    velero_schedules,
)
from .promises import assert_promises
from .tree import BackupTree

__all__ = ["CHECKS", "assert_promises", "branch_problems", "problems"]

CHECKS: Final[tuple[Callable[[BackupTree], Iterator[Notice]], ...]] = (
    storage.storage_branches,
    storage.mode_fits_storage,
    credentials.settings_fit_the_mode,
    azure_credentials.control_plane_identity_is_in_the_stack,
    azure_credentials.adopted_identity_is_complete,
    azure_credentials.one_role_is_assigned,
    azure_credentials.ids_are_not_swapped,
    azure_credentials.federated_credentials_are_few,
    aws_role.iam_takes_the_issuer,
    aws_role.existing_role_is_used_as_it_is,
    aws_credentials.static_keys_are_whole,
    oadp.oadp,
    velero_schedules.schedules,
    backups.one_backup_per_hosted_cluster,
    backups.key_prefixes,
    backups.deletion_waits,
)

S3_CHECKS: Final[tuple[Callable[[S3Storage, BackupTree], Iterator[Notice]], ...]] = (
    s3.region_is_known,
    s3.key_is_beside_the_bucket,
    s3.one_key,
    s3.retention_fits_the_lock,
    s3.tags_are_apart,
    s3.adopted_bucket_is_not_changed,
    s3.other_accounts,
    policy_statements.extra_statements,
    policy_statements.policy_statements,
    aws_role.boundary_is_of_the_account,
)
"""Rules of a bucket, as far as it can be read."""

BLOB_CHECKS: Final[tuple[Callable[[AzureBlobStorage, BackupTree], Iterator[Notice]], ...]] = (
    azure_blob.adoption,
    azure_blob.cloud_is_supported,
    azure_blob.snapshots_are_deleted_on_purpose,
    azure_blob.location_is_known,
    azure_blob.tags_are_apart,
    azure_blob.immutability_fits,
    azure_credentials.managed_identity_document_works,
)
"""Rules of a storage account and container, as far as they can be read."""


def branch_problems(root: Mapping[str, object], secret_keys: Collection[str] = ()) -> Iterator[Notice]:
    """All problems that lie between settings; ``secret_keys`` are the encrypted ones."""
    tree = BackupTree(root, secret_keys)
    rules = [check(tree) for check in CHECKS]
    if (s3_storage := tree.s3) is not None:
        rules += [check(s3_storage, tree) for check in S3_CHECKS]
    if (blob := tree.blob) is not None:
        rules += [check(blob, tree) for check in BLOB_CHECKS]
    return as_far_as_readable(rules)


def problems(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """Problems that follow from all settings together, after each of them is well-formed."""
    yield from aws_role.documents_fit(settings)
