"""S3 bucket for etcd snapshots that the stack creates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import s3

from openshift_credentials.stack.base import Keeping

from ...aws.administrators import by_an_administrator
from ...aws.bucket_region import in_its_region
from ...base.adoption import Adoption
from ...base.options import child_options
from .encryption import encryption_rule
from .lifecycle import SnapshotLifecycle, lifecycle_rules
from .snapshot_records import Records, SnapshotRecords, SnapshotRecordsArgs


@dataclass(frozen=True, kw_only=True)
class DefaultRetention:
    """Object lock of every new object: mode (``GOVERNANCE`` or ``COMPLIANCE``) and days."""

    mode: str
    days: int


@dataclass(frozen=True, kw_only=True)
class AccessLog:
    """Destination of the access log: bucket and prefix."""

    bucket: str
    prefix: str


@dataclass(frozen=True, kw_only=True)
class SnapshotBucketArgs:
    """Name, policy and the optional parts of the bucket.

    ``administrators`` can change the policy, if not all can. ``kms_key_arn`` is the key of the
    default encryption; ``blocks_customer_keys`` refuses objects with a key of the request (SSE-C).
    With ``import_id``, the existing bucket is imported, and the stack's properties replace its own.
    ``keeping`` applies to the bucket and to everything that protects its content.
    """

    bucket: str
    region: str
    policy: str
    lifecycle: SnapshotLifecycle
    administrators: Sequence[str] = ()
    kms_key_arn: pulumi.Input[str] | None = None
    blocks_customer_keys: bool
    object_lock: DefaultRetention | None = None
    access_log: AccessLog | None = None
    records: Records | None = None
    import_id: str | None = None
    keeping: Keeping
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class SnapshotBucket(pulumi.ComponentResource):
    """A private, versioned, encrypted bucket with owner-enforced objects and TLS only.

    The bucket's properties form one chain, because S3 returns 409 for concurrent changes of one
    bucket. Each link, and each later resource that changes the bucket, depends on :attr:`chain`:
    the last link, and every optional link before it. Between two links that are deleted, the engine
    does not follow a dependency through a third link that stays (pulumi/pulumi
    ``pkg/resource/deploy/step_generator.go``, ``ScheduleDeletes``). Every link is kept as long as
    the bucket; otherwise a destroy that stops at a protected bucket would first remove its
    protections. Object lock is never enabled with the bucket's own flag, because a change of it
    replaces the bucket.
    """

    bucket_name: pulumi.Output[str]

    def __init__(
        self, name: str, args: SnapshotBucketArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotBucket", name, None, opts)
        self._opts, self._keeping = opts, args.keeping
        self.bucket = s3.Bucket(
            name,
            bucket=args.bucket,
            tags=args.tags or None,
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts, keeping=args.keeping),
                Adoption.of(args.import_id).options(name, args.import_id, keep=("tags",)),
            ),
        )
        self.bucket_name = in_its_region(self.bucket, args.bucket, args.region)
        self.chain: list[pulumi.Resource] = [self.bucket]
        self._last_is_optional = False
        self._close_to_the_public(name)
        self._keep_versions(name, args)
        self._log_access(name, args.access_log)
        self._record(name, args.records)
        self._append(
            s3.BucketPolicy(
                f"{name}-policy",
                bucket=self.bucket_name,
                policy=by_an_administrator(self, args.policy, args.administrators),
                opts=self._next(),
            )
        )
        self.register_outputs({"bucket": self.bucket_name})

    def _append(self, *links: pulumi.Resource, are_optional: bool = False) -> None:
        """Let the chain go on with these links; one that never goes alone gives way to them."""
        if links and not self._last_is_optional:
            self.chain.pop()
        self.chain += links
        self._last_is_optional = are_optional if links else self._last_is_optional

    def _next(self) -> pulumi.ResourceOptions:
        """Options of the next link of the chain, which AWS deletes with the bucket.

        A destroy that AWS refuses, because the bucket has objects, therefore strips nothing.
        """
        return self._next_optional(self._keeping)

    def _next_optional(self, keeping: Keeping) -> pulumi.ResourceOptions:
        """Options of a link that a setting can disable and that a destroy keeps with the bucket."""
        return child_options(
            self, self._opts, after=self.chain, keeping=keeping, deleted_with=self.bucket
        )

    def _close_to_the_public(self, name: str) -> None:
        self._append(
            s3.BucketPublicAccessBlock(
                f"{name}-public-access",
                bucket=self.bucket_name,
                block_public_acls=True,
                block_public_policy=True,
                ignore_public_acls=True,
                restrict_public_buckets=True,
                opts=self._next(),
            )
        )
        self._append(
            s3.BucketOwnershipControls(
                f"{name}-ownership",
                bucket=self.bucket_name,
                rule={"object_ownership": "BucketOwnerEnforced"},
                opts=self._next(),
            )
        )

    def _keep_versions(self, name: str, args: SnapshotBucketArgs) -> None:
        self._append(
            s3.BucketVersioning(
                f"{name}-versioning",
                bucket=self.bucket_name,
                versioning_configuration={"status": "Enabled"},
                opts=self._next(),
            )
        )
        self._append(
            s3.BucketServerSideEncryptionConfiguration(
                f"{name}-encryption",
                bucket=self.bucket_name,
                rules=[encryption_rule(args.kms_key_arn, blocks_sse_c=args.blocks_customer_keys)],
                opts=self._next(),
            )
        )
        self._lock(name, args.object_lock)
        self._append(
            s3.BucketLifecycleConfiguration(
                f"{name}-lifecycle",
                bucket=self.bucket_name,
                rules=lifecycle_rules(args.lifecycle),
                opts=self._next(),
            )
        )

    def _lock(self, name: str, retention: DefaultRetention | None) -> None:
        """A protection that cannot be removed from a protected bucket."""
        if retention:
            protected = self._keeping is Keeping.PROTECTED
            self._append(
                s3.BucketObjectLockConfiguration(
                    f"{name}-object-lock",
                    bucket=self.bucket_name,
                    rule={"default_retention": {"mode": retention.mode, "days": retention.days}},
                    opts=self._next_optional(Keeping.PROTECTED if protected else Keeping.DELETED),
                ),
                are_optional=True,
            )

    def _log_access(self, name: str, log: AccessLog | None) -> None:
        if log:
            self._append(
                s3.BucketLogging(
                    f"{name}-access-log",
                    bucket=self.bucket_name,
                    target_bucket=log.bucket,
                    target_prefix=log.prefix,
                    opts=self._next_optional(Keeping.DELETED),
                ),
                are_optional=True,
            )

    def _record(self, name: str, records: Records | None) -> None:
        """Created before the policy, so that a destroy stops here if the bucket is protected."""
        if records:
            snapshot_records = SnapshotRecords(
                f"{name}-records",
                SnapshotRecordsArgs(bucket=self.bucket_name, records=records),
                child_options(
                    self,
                    self._opts,
                    after=self.chain,
                    deleted_with=self.bucket if self._keeping is Keeping.LEFT_BEHIND else None,
                ),
            )
            self._append(*snapshot_records.settled, are_optional=True)
