"""The copy of the snapshots in a second bucket."""

from collections.abc import Iterable
from functools import partial

import pulumi
import pulumi_aws as aws

from openshift_credentials.platforms.aws.arns import bucket_arn
from openshift_credentials.platforms.aws.policies import bucket_policy
from openshift_credentials.platforms.aws.policies.document import Statement
from openshift_credentials.platforms.aws.policies.replication import (
    replication_policy,
    replication_trust_policy,
)
from openshift_credentials.systems.etcd_backup.plan.other_accounts import PlannedCopy
from openshift_credentials.systems.etcd_backup.settings import S3Storage

from ...base.options import waiting_for
from .bucket import default_retention
from .lifecycle import SnapshotLifecycle
from .snapshot_bucket import SnapshotBucket, SnapshotBucketArgs
from .snapshot_replication import (
    SnapshotReplication,
    SnapshotReplicationArgs,
)


def replicate(
    name: str,
    storage: S3Storage,
    planned: PlannedCopy,
    source: SnapshotBucket,
    guards: Iterable[Statement],
    key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
) -> pulumi.Resource:
    """Create the second bucket unless it exists, and copy to it; return what backups wait for.

    ``guards`` are statements of the second bucket's policy, which are at least as strict as the
    first's.
    """
    copy = planned.copy
    after = [source.settled]
    if storage.replication and not storage.replication.existing:
        after.append(_second_bucket(name, storage, planned, guards, options).settled)
    return SnapshotReplication(
        f"{name}-copy",
        SnapshotReplicationArgs(
            bucket=source.bucket_name,
            target_bucket_arn=bucket_arn(copy.partition, copy.target_bucket),
            role_name=planned.role_name,
            trust_policy=replication_trust_policy(),
            permission_policy=pulumi.Output.from_input(key_arn).apply(
                partial(replication_policy, copy)
            ),
            delete_markers=copy.delete_markers,
            target_account_id=copy.target_account_id if copy.leaves_the_account else None,
            target_key_arn=copy.target_key_arn,
            permissions_boundary=planned.permissions_boundary,
            keeping=storage.keeping,
            tags=storage.tags,
        ),
        waiting_for(after, options),
    ).settled


def _second_bucket(
    name: str,
    storage: S3Storage,
    planned: PlannedCopy,
    guards: Iterable[Statement],
    options: pulumi.ResourceOptions,
) -> SnapshotBucket:
    """Like the first bucket, in its own region and without expiry: copies of snapshots are kept."""
    copy = planned.copy
    provider = aws.Provider(
        f"{name}-aws-copy",
        region=copy.target_region,
        allowed_account_ids=[copy.account_id],
        opts=pulumi.ResourceOptions(parent=options.parent),
    )
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
            ),
            kms_key_arn=copy.target_key_arn,
            blocks_customer_keys=storage.blocks_customer_keys,
            object_lock=default_retention(storage),
            keeping=storage.keeping,
            tags=storage.tags,
        ),
        pulumi.ResourceOptions(parent=options.parent, providers=[provider]),
    )
