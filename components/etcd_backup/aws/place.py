"""Destination of the snapshots on AWS: a bucket that is created, adopted, or of another account."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pulumi

from openshift_credentials.systems.etcd_backup.plan.bucket_policies import bucket_statements_of
from openshift_credentials.systems.etcd_backup.plan.other_accounts import copy_statements, own_roles
from openshift_credentials.systems.etcd_backup.plan.prefixes import prefixes_to_keep
from openshift_credentials.systems.etcd_backup.settings import (
    EtcdBackupSettings,
    S3Storage,
    S3Upload,
)

from .adopted_bucket import AdoptedBucket, AdoptedBucketArgs
from .bucket import create_bucket, warn_of_changes

if TYPE_CHECKING:
    from .copies import CopyPlace


@dataclass(frozen=True, kw_only=True)
class SnapshotPlace:
    """Destination of the snapshots: its name, and what changes it before them, in order."""

    bucket_name: pulumi.Output[str]
    chain: Sequence[pulumi.Resource] = ()


def create_place(
    name: str,
    settings: EtcdBackupSettings,
    upload: S3Upload,
    key_arn: pulumi.Input[str] | None,
    copy: "CopyPlace | None",
    options: pulumi.ResourceOptions,
) -> SnapshotPlace:
    """Create the bucket and its copy, adopt it, or use the name of one in another account."""
    storage = upload.storage
    if storage.bucket_account_id:
        return SnapshotPlace(bucket_name=pulumi.Output.from_input(storage.bucket))
    if storage.existing:
        adopted = _adopted_bucket(name, settings, storage, options)
        return SnapshotPlace(bucket_name=adopted.bucket_name, chain=[adopted.bucket])
    snapshots = create_bucket(
        name,
        storage,
        bucket_statements_of(storage, own_roles(settings, upload)),
        prefixes_to_keep(settings),
        key_arn,
        options,
        import_id=settings.imports.bucket,
    )
    bucket_name = (
        warn_of_changes(snapshots, storage) if settings.imports.bucket else snapshots.bucket_name
    )
    if copy is None:
        return SnapshotPlace(bucket_name=bucket_name, chain=snapshots.chain)
    from .copies import replicate  # noqa: PLC0415

    guards = copy_statements(settings, upload)
    rule = replicate(name, settings, storage, copy, snapshots, guards, key_arn, options)
    return SnapshotPlace(bucket_name=bucket_name, chain=[*snapshots.chain, rule])


def _adopted_bucket(
    name: str, settings: EtcdBackupSettings, storage: S3Storage, options: pulumi.ResourceOptions
) -> AdoptedBucket:
    return AdoptedBucket(
        f"{name}-snapshots",
        AdoptedBucketArgs(
            bucket=storage.bucket,
            region=storage.region,
            key_prefixes=prefixes_to_keep(settings),
            kms_key_arn=storage.kms_key_arn,
        ),
        options,
    )
