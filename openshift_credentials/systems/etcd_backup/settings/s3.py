"""Settings of the S3 bucket of a stack, and of its key."""

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from openshift_credentials.platforms.aws import names as aws_rules
from openshift_credentials.stack.base import (
    AwsRegion,
    BucketName,
    Follows,
    Keeping,
    Lax,
    NumberAsText,
    Settings,
    keeping,
)
from openshift_credentials.stack.clouds import AwsTags

from ..rules.names import DEFAULT_ROOT, S3_KEY_PREFIX


class Kms(Settings):
    """A KMS key of the stack, which becomes the bucket's default encryption."""

    create: bool = False
    """Create a key, with yearly rotation and an alias."""
    alias: Annotated[str, Follows(aws_rules.KMS_ALIAS)] | None = None
    """Alias of the key, without `alias/`. Default: the name of the bucket, with hyphens instead of
    periods.
    """
    deletion_days: int = Field(default=30, ge=7, le=30)
    """Days for which a deleted key can be restored."""


class ObjectLockMode(StrEnum):
    """Who can delete a locked version early: principals with a permission, or nobody."""

    GOVERNANCE = "governance"
    COMPLIANCE = "compliance"


class ObjectLock(Settings):
    """Default retention of every snapshot."""

    mode: Lax[ObjectLockMode]
    """`governance` (principals with a special permission can delete) or `compliance` (nobody can
    delete, not even the root user of the account).
    """
    days: int = Field(ge=1, le=36_500)
    """Days for which a snapshot is locked."""


class S3Storage(Settings):
    """An S3 bucket, created by the stack or adopted."""

    bucket: BucketName
    """Name of the bucket."""
    region: AwsRegion
    """Region of the bucket."""
    allow_unknown_region: bool = False
    """Accept a region that this version of the program does not list, such as a new one."""
    account_id: Annotated[str, NumberAsText, Follows(aws_rules.AWS_ACCOUNT_ID)]
    """AWS account of the bucket, the role and the OIDC provider."""
    kms_key_arn: Annotated[Annotated[str, Follows(aws_rules.KMS_KEY_ARN)] | None, Field(alias="kmsKeyARN")] = None
    """KMS key that encrypts the snapshots. Default: the default encryption of the bucket."""
    kms: Kms | None = None
    """A KMS key that the stack creates for the bucket."""
    protect: bool = True
    """Refuse to delete the bucket, the KMS key and their configuration (Pulumi's `protect`).
    Ignored with `retainOnDestroy`.
    """
    retain_on_destroy: bool = False
    """Keep the bucket, the KMS key and their configuration when the stack is destroyed."""
    retention_days: int | None = Field(default=None, ge=1, le=36_500)
    """Delete snapshots after this number of days. The operator never deletes snapshots. Default:
    never.
    """
    noncurrent_version_days: int = Field(default=30, ge=1, le=36_500)
    """Keep overwritten and deleted objects for this number of days."""
    object_lock: ObjectLock | None = None
    """Object lock with a default retention. Velero cannot write to such a bucket."""
    policy_statements: Lax[tuple[dict[str, Any], ...]] = ()
    """Additional statements of the bucket policy, in IAM's JSON form, on this bucket."""
    tags: AwsTags = Field(default={}, max_length=50)
    """Tags of all resources on AWS that support tags."""
    key_prefix: Annotated[str, Follows(S3_KEY_PREFIX)] = DEFAULT_ROOT
    """Prefix of the snapshots' keys in the bucket."""
    existing: bool = False
    """The bucket exists. The stack reads it, never changes or deletes it, and warns about missing
    protection.
    """
    bucket_account_id: Annotated[str, NumberAsText, Follows(aws_rules.AWS_ACCOUNT_ID)] | None = None
    """AWS account of an existing bucket, if it differs from the role's account. The stack reads
    nothing there. `explain` prints the statements that the policies of the bucket and the key need,
    and the stack exports them (`statementsForTheBucket`, `statementsForTheKey`). Default:
    `accountId`.
    """

    @property
    def makes_key(self) -> bool:
        return self.kms is not None and self.kms.create

    @property
    def keeping(self) -> Keeping:
        """Effect of a destroy on bucket and key."""
        return keeping(protect=self.protect, retain_on_destroy=self.retain_on_destroy)
