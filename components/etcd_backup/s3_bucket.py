"""S3 bucket for etcd snapshots: created with its KMS key, or adopted."""

from collections.abc import Callable, Mapping, Sequence

import pulumi
from pulumi import Input, Output, Resource, ResourceOptions
from pulumi_aws import kms, s3

from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.etcd_backup.plan import S3Plan
from openshift_credentials.systems.etcd_backup.rules.adopted import assert_region, facts_of, shortcomings
from openshift_credentials.systems.etcd_backup.settings.storage import Kms, S3Storage

from ..aws import in_its_region
from ..base.component import Component
from ..base.errors import log_notice, stopping_the_program

_ABORT_INCOMPLETE_UPLOADS_DAYS = 3
"""The uploader cannot delete the parts of an upload once its deadline has passed."""

_KEY_ROTATION_DAYS = 365

_LifecycleRule = s3.BucketLifecycleConfigurationRuleArgsDict


class SnapshotKey(Component):
    """A key with rotation, and its alias; without the key, every snapshot is lost."""

    TYPE = "aws:SnapshotKey"

    def __init__(self, name: str, plan: S3Plan, asked: Kms, opts: ResourceOptions) -> None:
        super().__init__(name, opts)
        storage = plan.storage
        child = self.child(keeping=storage.keeping)
        key = kms.Key(
            name,
            description=f"Encrypts etcd snapshots of {plan.settings.cluster.name}",
            policy=key_policy(plan.partition, storage.account_id, plan.key_statements),
            enable_key_rotation=True,
            rotation_period_in_days=_KEY_ROTATION_DAYS,
            deletion_window_in_days=asked.deletion_days,
            tags=storage.tags or None,
            opts=child,
        )
        alias = asked.alias or storage.bucket.replace(".", "-")
        kms.Alias(f"{name}-alias", name=f"alias/{alias}", target_key_id=key.key_id, opts=child)
        self.arn = key.arn
        self.done(arn=self.arn)


class SnapshotBucket(Component):
    """A private, versioned, encrypted bucket with owner-enforced objects and TLS only.

    The bucket's properties form one chain, because S3 returns 409 for concurrent changes of one bucket. Each link, and
    each later resource that changes the bucket, depends on :attr:`chain`: the last link, and the optional object lock
    before it. Between two links that are deleted, the engine does not follow a dependency through a third link that
    stays (pulumi/pulumi ``pkg/resource/deploy/step_generator.go``, ``ScheduleDeletes``). Every link is kept as long as
    the bucket; otherwise a destroy that stops at a protected bucket would first remove its protections. Object lock is
    never enabled with the bucket's own flag, because a change of it replaces the bucket.
    """

    TYPE = "aws:SnapshotBucket"

    def __init__(self, name: str, plan: S3Plan, kms_key_arn: Input[str] | None, opts: ResourceOptions) -> None:
        super().__init__(name, opts)
        storage, keeping = plan.storage, plan.storage.keeping
        self._bucket = s3.Bucket(
            name, bucket=storage.bucket, tags=storage.tags or None, opts=self.child(keeping=keeping)
        )
        self.bucket_name = in_its_region(self._bucket, storage.bucket, storage.region)
        self.chain: list[Resource] = [self._bucket]
        self._optional: list[Resource] = []
        self._link(
            s3.BucketPublicAccessBlock,
            f"{name}-public-access",
            keeping,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
        )
        rule = {"object_ownership": "BucketOwnerEnforced"}
        self._link(s3.BucketOwnershipControls, f"{name}-ownership", keeping, rule=rule)
        enabled = {"status": "Enabled"}
        self._link(s3.BucketVersioning, f"{name}-versioning", keeping, versioning_configuration=enabled)
        encryption = [_encryption_rule(kms_key_arn)]
        self._link(s3.BucketServerSideEncryptionConfiguration, f"{name}-encryption", keeping, rules=encryption)
        if lock := storage.object_lock:
            # A protection that cannot be removed from a protected bucket.
            protected = Keeping.PROTECTED if keeping is Keeping.PROTECTED else Keeping.DELETED
            rule = {"default_retention": {"mode": lock.mode.upper(), "days": lock.days}}
            self._link(s3.BucketObjectLockConfiguration, f"{name}-object-lock", protected, rule=rule)
            self._optional = self.chain
        lifecycle = _lifecycle_rules(storage, plan.prefixes_to_keep)
        self._link(s3.BucketLifecycleConfiguration, f"{name}-lifecycle", keeping, rules=lifecycle)
        policy = bucket_policy(plan.partition, storage.bucket, storage.policy_statements)
        self._link(s3.BucketPolicy, f"{name}-policy", keeping, policy=policy)
        self.done(bucket=self.bucket_name)

    def _link(self, kind: Callable[..., Resource], name: str, keeping: Keeping, **inputs: object) -> None:
        """Let the chain go on with a link, which AWS deletes with the bucket; only an optional one stays in it.

        A destroy that AWS refuses, because the bucket has objects, therefore strips nothing.
        """
        opts = self.child(after=self.chain, keeping=keeping, deleted_with=self._bucket)
        self.chain = [*self._optional, kind(name, bucket=self.bucket_name, opts=opts, **inputs)]


class AdoptedBucket(Component):
    """A bucket outside the stack: read, but never changed or deleted.

    Shortcomings are warnings, at preview too. A bucket in a region that differs from the settings stops the program,
    because no upload could succeed: on update, :attr:`bucket_name` is known only after this check. Public access block
    and ownership are not checked: AWS returns an error for a bucket without them.
    """

    TYPE = "aws:AdoptedBucket"

    def __init__(self, name: str, plan: S3Plan, opts: ResourceOptions) -> None:
        super().__init__(name, opts)
        self._plan, storage = plan, plan.storage
        self.bucket = s3.Bucket.get(name, storage.bucket, opts=self.child())
        # The SDK deprecates most of these as inputs of buckets, so each is read by its name.
        found = Output.all(
            region=self.bucket.bucket_region,
            policy=pulumi.get(self.bucket, "policy"),
            versioning=pulumi.get(self.bucket, "versioning"),
            encryption=pulumi.get(self.bucket, "server_side_encryption_configuration"),
            lifecycle_rules=pulumi.get(self.bucket, "lifecycle_rules"),
        ).apply(self._judge)
        self.bucket_name = (
            Output.from_input(storage.bucket) if pulumi.runtime.is_dry_run() else found.apply(lambda _: storage.bucket)
        )
        self.done(bucket=self.bucket_name, shortcomings=found)

    def _judge(self, read: Mapping[str, object]) -> list[str]:
        storage = self._plan.storage
        facts = facts_of(storage.bucket, read)
        with stopping_the_program():
            assert_region(facts, storage.region)
        prefixes = self._plan.prefixes_to_keep
        found = [*shortcomings(facts, key_prefixes=prefixes, kms_key_arn=storage.kms_key_arn)]
        for shortcoming in found:
            log_notice(shortcoming.at(f"bucket {facts.bucket}"), self.bucket)
        return [str(shortcoming) for shortcoming in found]


def _encryption_rule(kms_key_arn: Input[str] | None) -> s3.BucketServerSideEncryptionConfigurationRuleArgsDict:
    """SSE-S3, or SSE-KMS with a bucket key, which reduces requests to KMS.

    Objects with a key of the request (SSE-C) are refused: an attacker could otherwise make the snapshots unreadable.
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
