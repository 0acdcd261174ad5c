"""The copy of the snapshots in a second bucket."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pulumi
import pulumi_aws as aws

from openshift_credentials.platforms.aws.arns import bucket_arn
from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.platforms.aws.policies.document import Statement
from openshift_credentials.platforms.aws.policies.replication import (
    Copy,
    replication_policy,
    replication_trust_policy,
)
from openshift_credentials.systems.etcd_backup.plan.other_accounts import PlannedCopy
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings, S3Storage
from openshift_credentials.systems.etcd_backup.settings.s3_groups import Kms

from ...base.options import waiting_for
from .bucket import default_retention
from .lifecycle import SnapshotLifecycle
from .snapshot_bucket import SnapshotBucket, SnapshotBucketArgs
from .snapshot_key import SnapshotKey, SnapshotKeyArgs
from .snapshot_replication import SnapshotReplication, SnapshotReplicationArgs


@dataclass(frozen=True, kw_only=True)
class CopyPlace:
    """Where the copies go: the plan, the key that encrypts them, and options for that region."""

    planned: PlannedCopy
    key_arn: pulumi.Input[str] | None
    options: pulumi.ResourceOptions


def prepare_copy(
    name: str,
    storage: S3Storage,
    planned: PlannedCopy,
    key_statements: Iterable[Statement],
    options: pulumi.ResourceOptions,
) -> CopyPlace:
    """The second region, with a provider and a key if the stack creates something there."""
    copy, asked = planned.copy, storage.replication
    if asked is None or asked.existing:
        return CopyPlace(planned=planned, key_arn=copy.target_key_arn, options=options)
    provider = aws.Provider(
        f"{name}-aws-copy",
        region=copy.target_region,
        allowed_account_ids=[copy.account_id],
        opts=pulumi.ResourceOptions(parent=options.parent),
    )
    there = pulumi.ResourceOptions(parent=options.parent, providers=[provider])
    key_arn: pulumi.Input[str] | None = copy.target_key_arn
    if asked.create_key:
        like = storage.kms or Kms()
        key_arn = SnapshotKey(
            f"{name}-copies-key",
            SnapshotKeyArgs(
                alias=copy.target_bucket.replace(".", "-"),
                description=f"Encrypts copies of etcd snapshots in {copy.target_bucket}",
                policy=key_policy(copy.partition, copy.account_id, key_statements),
                administrators=storage.administrators,
                rotation_days=like.rotation_days,
                deletion_days=like.deletion_days,
                keeping=storage.keeping,
                tags=storage.tags,
            ),
            there,
        ).arn
    return CopyPlace(planned=planned, key_arn=key_arn, options=there)


def replicate(
    name: str,
    settings: EtcdBackupSettings,
    storage: S3Storage,
    place: CopyPlace,
    source: SnapshotBucket,
    guards: Iterable[Statement],
    key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
) -> pulumi.Resource:
    """Create the second bucket unless it exists, and copy to it; return the rule that copies.

    ``guards`` are statements of the second bucket's policy, which are at least as strict as the
    first's.
    """
    planned, copy = place.planned, place.planned.copy
    after = source.chain.copy()
    if storage.replication and not storage.replication.existing:
        prefixes = upload_prefixes(settings)
        after += _second_bucket(name, storage, place, guards, prefixes).chain[-1:]
    return SnapshotReplication(
        f"{name}-copy",
        SnapshotReplicationArgs(
            bucket=source.bucket_name,
            target_bucket_arn=bucket_arn(copy.partition, copy.target_bucket),
            role_name=planned.role_name,
            trust_policy=replication_trust_policy(),
            permission_policy=pulumi.Output.all(key_arn, place.key_arn).apply(
                partial(_permissions, copy)
            ),
            delete_markers=copy.delete_markers,
            time_control=storage.replication is not None and storage.replication.time_control,
            target_account_id=copy.target_account_id if copy.leaves_the_account else None,
            target_key_arn=place.key_arn,
            permissions_boundary=planned.permissions_boundary,
            keeping=storage.keeping,
            tags=storage.tags,
        ),
        waiting_for(after, options),
    ).settled


def _permissions(copy: Copy, keys: Sequence[str | None]) -> str:
    key_arn, target_key_arn = keys
    return replication_policy(replace(copy, target_key_arn=target_key_arn), key_arn)


def _second_bucket(
    name: str,
    storage: S3Storage,
    place: CopyPlace,
    guards: Iterable[Statement],
    key_prefixes: Sequence[str],
) -> SnapshotBucket:
    """Like the first bucket, in its own region and with an expiry of its own.

    Velero deletes nothing there, so that its snapshots expire as the others do.
    """
    copy, asked = place.planned.copy, storage.replication
    return SnapshotBucket(
        f"{name}-copies",
        SnapshotBucketArgs(
            bucket=copy.target_bucket,
            region=copy.target_region,
            policy=bucket_policy(
                copy.partition, copy.target_bucket, storage.minimum_tls_version, guards
            ),
            administrators=storage.administrators,
            lifecycle=SnapshotLifecycle(
                abort_incomplete_uploads_days=storage.abort_incomplete_uploads_days,
                noncurrent_version_days=storage.noncurrent_version_days,
                retention_days=asked and asked.retention_days,
                key_prefixes=key_prefixes,
            ),
            kms_key_arn=place.key_arn,
            blocks_customer_keys=storage.blocks_customer_keys,
            object_lock=default_retention(storage),
            keeping=storage.keeping,
            tags=storage.tags,
        ),
        place.options,
    )
