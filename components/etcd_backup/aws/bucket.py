"""S3 bucket for etcd snapshots that the stack creates, and its KMS key."""

from collections.abc import Sequence

import pulumi
from pulumi_aws import kms, s3

from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.etcd_backup.settings.s3 import Kms, S3Storage

from ...aws.bucket_region import in_its_region
from ...base.component import child_options

_ABORT_INCOMPLETE_UPLOADS_DAYS = 3
"""The uploader cannot delete the parts of an upload once its deadline has passed."""

_KEY_ROTATION_DAYS = 365

_LifecycleRule = s3.BucketLifecycleConfigurationRuleArgsDict


class SnapshotKey(pulumi.ComponentResource):
    """A key with rotation, and its alias; without the key, every snapshot is lost."""

    arn: pulumi.Output[str]

    def __init__(
        self,
        name: str,
        storage: S3Storage,
        settings: Kms,
        description: str,
        policy: str,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotKey", name, None, opts)
        child = child_options(self, opts, keeping=storage.keeping)
        self.key = kms.Key(
            name,
            description=description,
            policy=policy,
            enable_key_rotation=True,
            rotation_period_in_days=_KEY_ROTATION_DAYS,
            deletion_window_in_days=settings.deletion_days,
            tags=storage.tags or None,
            opts=child,
        )
        alias = settings.alias or storage.bucket.replace(".", "-")
        self.alias = kms.Alias(f"{name}-alias", name=f"alias/{alias}", target_key_id=self.key.key_id, opts=child)
        self.arn = self.key.arn
        self.register_outputs({"arn": self.arn})


class SnapshotBucket(pulumi.ComponentResource):
    """A private, versioned, encrypted bucket with owner-enforced objects and TLS only.

    The bucket's properties form one chain, because S3 returns 409 for concurrent changes of one
    bucket. Each link, and each later resource that changes the bucket, depends on :attr:`chain`:
    the last link, and the optional object lock before it. Between two links that are deleted, the
    engine does not follow a dependency through a third link that stays (pulumi/pulumi
    ``pkg/resource/deploy/step_generator.go``, ``ScheduleDeletes``). Every link is kept as long as
    the bucket; otherwise a destroy that stops at a protected bucket would first remove its
    protections. Object lock is never enabled with the bucket's own flag, because a change of it
    replaces the bucket.

    Snapshots expire below ``key_prefixes`` alone.
    """

    bucket_name: pulumi.Output[str]

    def __init__(
        self,
        name: str,
        settings: S3Storage,
        policy: str,
        key_prefixes: Sequence[str],
        kms_key_arn: pulumi.Input[str] | None,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotBucket", name, None, opts)
        self._opts, self._keeping = opts, settings.keeping
        self.bucket = s3.Bucket(
            name,
            bucket=settings.bucket,
            tags=settings.tags or None,
            opts=child_options(self, opts, keeping=settings.keeping),
        )
        self.bucket_name = in_its_region(self.bucket, settings.bucket, settings.region)
        self.chain: list[pulumi.Resource] = [self.bucket]
        self._optional: list[pulumi.Resource] = []
        self._then(
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
        self._then(
            s3.BucketOwnershipControls(
                f"{name}-ownership",
                bucket=self.bucket_name,
                rule={"object_ownership": "BucketOwnerEnforced"},
                opts=self._next(),
            )
        )
        self._then(
            s3.BucketVersioning(
                f"{name}-versioning",
                bucket=self.bucket_name,
                versioning_configuration={"status": "Enabled"},
                opts=self._next(),
            )
        )
        self._then(
            s3.BucketServerSideEncryptionConfiguration(
                f"{name}-encryption", bucket=self.bucket_name, rules=[_encryption_rule(kms_key_arn)], opts=self._next()
            )
        )
        self._lock(name, settings)
        self._then(
            s3.BucketLifecycleConfiguration(
                f"{name}-lifecycle",
                bucket=self.bucket_name,
                rules=_lifecycle_rules(settings, key_prefixes),
                opts=self._next(),
            )
        )
        self._then(s3.BucketPolicy(f"{name}-policy", bucket=self.bucket_name, policy=policy, opts=self._next()))
        self.register_outputs({"bucket": self.bucket_name})

    def _then(self, link: pulumi.Resource) -> None:
        """Let the chain go on with a link; only one that can be disabled stays in it beside it."""
        self.chain = [*self._optional, link]

    def _next(self, keeping: Keeping | None = None) -> pulumi.ResourceOptions:
        """Options of the next link of the chain, which AWS deletes with the bucket.

        A destroy that AWS refuses, because the bucket has objects, therefore strips nothing.
        """
        return child_options(
            self, self._opts, after=self.chain, keeping=keeping or self._keeping, deleted_with=self.bucket
        )

    def _lock(self, name: str, settings: S3Storage) -> None:
        """A protection that cannot be removed from a protected bucket."""
        if lock := settings.object_lock:
            protected = self._keeping is Keeping.PROTECTED
            self._optional = self.chain = [
                s3.BucketObjectLockConfiguration(
                    f"{name}-object-lock",
                    bucket=self.bucket_name,
                    rule={"default_retention": {"mode": lock.mode.upper(), "days": lock.days}},
                    opts=self._next(Keeping.PROTECTED if protected else Keeping.DELETED),
                )
            ]


def _encryption_rule(kms_key_arn: pulumi.Input[str] | None) -> s3.BucketServerSideEncryptionConfigurationRuleArgsDict:
    """SSE-S3, or SSE-KMS with a bucket key, which reduces requests to KMS.

    Objects with a key of the request (SSE-C) are refused: an attacker could otherwise make the
    snapshots unreadable.
    """
    if kms_key_arn is None:
        return {
            "apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"},
            "blocked_encryption_types": ["SSE-C"],
        }
    return {
        "apply_server_side_encryption_by_default": {"sse_algorithm": "aws:kms", "kms_master_key_id": kms_key_arn},
        "blocked_encryption_types": ["SSE-C"],
        "bucket_key_enabled": True,
    }


def _lifecycle_rules(settings: S3Storage, key_prefixes: Sequence[str]) -> list[_LifecycleRule]:
    """Rules for unfinished uploads and old versions everywhere, and optionally for snapshots.

    A rule that deletes snapshots includes the slash of the prefix, so that it does not match
    another prefix that starts with the same characters.
    """
    rules: list[_LifecycleRule] = [
        {
            "id": "abort-incomplete-uploads",
            "status": "Enabled",
            "filter": {},
            "abort_incomplete_multipart_upload": {"days_after_initiation": _ABORT_INCOMPLETE_UPLOADS_DAYS},
        },
        {
            "id": "expire-noncurrent-versions",
            "status": "Enabled",
            "filter": {},
            "noncurrent_version_expiration": {"noncurrent_days": settings.noncurrent_version_days},
            "expiration": {"expired_object_delete_marker": True},
        },
    ]
    if settings.retention_days is not None:
        rules.extend(
            {
                "id": f"expire-snapshots-{number}",
                "status": "Enabled",
                "filter": {"prefix": f"{prefix}/"},
                "expiration": {"days": settings.retention_days},
            }
            for number, prefix in enumerate(key_prefixes, start=1)
        )
    return rules
