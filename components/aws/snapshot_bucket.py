"""S3 bucket for etcd snapshots, made by the stack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import s3

from components.aws.bucket_parts import encryption_rule, object_lock_rule
from components.aws.lifecycle import Rule


@dataclass(frozen=True, kw_only=True)
class SnapshotBucketArgs:
    """Name, policy and the optional parts of the bucket.

    ``kms_key_arn`` makes that key the default encryption; ``object_lock`` is mode
    (``GOVERNANCE`` or ``COMPLIANCE``) and days; ``access_logging`` is target bucket and prefix.
    """

    bucket: str
    policy: str
    lifecycle_rules: Sequence[Rule]
    kms_key_arn: pulumi.Input[str] | None = None
    object_lock: tuple[str, int] | None = None
    access_logging: tuple[str, str] | None = None
    protect: bool = True
    retain_on_destroy: bool = False
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class SnapshotBucket(pulumi.ComponentResource):
    """A private, versioned bucket: owner enforced, encrypted, reached by TLS only.

    What is set on the bucket forms one chain of dependencies, because S3 answers 409 to
    concurrent changes of one bucket; :attr:`settled` is its end.
    """

    bucket: s3.Bucket
    settled: pulumi.Resource

    def __init__(
        self, name: str, args: SnapshotBucketArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotBucket", name, None, opts)
        self._retain = args.retain_on_destroy
        self.bucket = s3.Bucket(
            name,
            bucket=args.bucket,
            object_lock_enabled=True if args.object_lock else None,
            tags=args.tags or None,
            opts=pulumi.ResourceOptions(
                parent=self, protect=args.protect, retain_on_delete=self._retain
            ),
        )
        self.settled = self.bucket
        self._close_to_the_public(name)
        self._keep_versions(name, args)
        self._log_access(name, args)
        self.settled = s3.BucketPolicy(
            f"{name}-policy", bucket=self.bucket.bucket, policy=args.policy, opts=self._next()
        )
        self.register_outputs({"bucket": self.bucket_name})

    @property
    def bucket_name(self) -> pulumi.Output[str]:
        """Name of the bucket."""
        return self.bucket.bucket

    def _next(self) -> pulumi.ResourceOptions:
        """Options of the next link of the chain."""
        return pulumi.ResourceOptions(
            parent=self, depends_on=[self.settled], retain_on_delete=self._retain
        )

    def _close_to_the_public(self, name: str) -> None:
        self.settled = s3.BucketPublicAccessBlock(
            f"{name}-public-access",
            bucket=self.bucket.bucket,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
            opts=self._next(),
        )
        self.settled = s3.BucketOwnershipControls(
            f"{name}-ownership",
            bucket=self.bucket.bucket,
            rule={"object_ownership": "BucketOwnerEnforced"},
            opts=self._next(),
        )

    def _keep_versions(self, name: str, args: SnapshotBucketArgs) -> None:
        self.settled = s3.BucketVersioning(
            f"{name}-versioning",
            bucket=self.bucket.bucket,
            versioning_configuration={"status": "Enabled"},
            opts=self._next(),
        )
        self.settled = s3.BucketServerSideEncryptionConfiguration(
            f"{name}-encryption",
            bucket=self.bucket.bucket,
            rules=[encryption_rule(args.kms_key_arn)],
            opts=self._next(),
        )
        if args.object_lock:
            self.settled = s3.BucketObjectLockConfiguration(
                f"{name}-object-lock",
                bucket=self.bucket.bucket,
                rule=object_lock_rule(*args.object_lock),
                opts=self._next(),
            )
        self.settled = s3.BucketLifecycleConfiguration(
            f"{name}-lifecycle",
            bucket=self.bucket.bucket,
            rules=list(args.lifecycle_rules),
            opts=self._next(),
        )

    def _log_access(self, name: str, args: SnapshotBucketArgs) -> None:
        if args.access_logging:
            target_bucket, target_prefix = args.access_logging
            self.settled = s3.BucketLogging(
                f"{name}-access-log",
                bucket=self.bucket.bucket,
                target_bucket=target_bucket,
                target_prefix=target_prefix,
                opts=self._next(),
            )
