"""Settings of an S3 bucket that a stack creates, for any uploader."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.policies import TlsVersion
from openshift_credentials.stack.base import (
    Follows,
    FractionAsText,
    Keeping,
    Lax,
    NumberAsText,
    Settings,
    keeping,
)
from openshift_credentials.stack.clouds import AwsTags
from openshift_credentials.stack.texts import AwsRegion, BucketName
from openshift_credentials.systems.etcd_backup.settings.s3_groups import (
    AccessLogging,
    Kms,
    KmsKeyArn,
    ObjectLock,
    PerimeterSettings,
    UploadRole,
)
from openshift_credentials.systems.etcd_backup.settings.s3_records import (
    DataEvents,
    Inventory,
    Transition,
)


class SnapshotBucketSettings(Settings):
    """A bucket: its names, its key, its access rules, and the lifecycle of snapshots."""

    bucket: BucketName
    """Name of the bucket."""
    region: AwsRegion
    """Region of the bucket."""
    allow_unknown_region: bool = False
    """Accept a region that this version of the program does not list, such as a new one."""
    account_id: Annotated[str, NumberAsText, Follows(aws_rules.AWS_ACCOUNT_ID)]
    """AWS account of the bucket, the role and the OIDC provider."""
    kms_key_arn: KmsKeyArn = None
    """KMS key that encrypts the snapshots. Default: the default encryption of the bucket."""
    upload_roles: Lax[tuple[UploadRole, ...]] = Field(default=(), max_length=20)
    """Roles of other accounts that also upload to the bucket. Their stacks set this account as
    `bucketAccountId`.
    """
    perimeter: PerimeterSettings | None = None
    """Denials in the bucket policy, which override every other policy."""
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
    transition: Transition | None = None
    """Cheaper storage class for older snapshots. Default: none."""
    noncurrent_version_days: int = Field(default=30, ge=1, le=36_500)
    """Keep overwritten and deleted objects for this number of days."""
    abort_incomplete_uploads_days: int = Field(default=3, ge=1, le=365)
    """Delete the parts of incomplete uploads after this number of days. The uploader cannot delete
    them once its deadline has passed.
    """
    object_lock: ObjectLock | None = None
    """Object lock with a default retention. Velero cannot write to such a bucket."""
    access_logging: AccessLogging | None = None
    """Where S3 writes the access log of the bucket."""
    data_events: DataEvents | None = None
    """A CloudTrail trail that records every read, write and deletion of an object."""
    inventory: Inventory | None = None
    """A regular list of all objects and versions in the bucket."""
    minimum_tls_version: Annotated[Lax[TlsVersion], FractionAsText] = TlsVersion.TLS_1_2
    """Lowest TLS version that the bucket accepts: `1.2` or `1.3`."""
    tags: AwsTags = Field(default={}, max_length=50)
    """Tags of all resources on AWS that support tags."""

    @property
    def named_roles(self) -> Iterator[tuple[str, str]]:
        """The ARNs of roles in the settings, each with its path."""
        for index, role in enumerate(self.upload_roles):
            yield f"uploadRoles[{index}].roleARN", role.role_arn
        for index, arn in enumerate(self.perimeter.readers if self.perimeter else ()):
            yield f"perimeter.readers[{index}]", arn
        for index, arn in enumerate(self.administrators):
            yield f"perimeter.administrators[{index}]", arn

    @property
    def administrators(self) -> tuple[str, ...]:
        """The only roles that can change the protection of bucket and key; every role if none."""
        return self.perimeter.administrators if self.perimeter else ()

    @property
    def blocks_customer_keys(self) -> bool:
        """Whether the bucket refuses encryption with a key in the request."""
        return self.perimeter is None or self.perimeter.block_customer_keys

    @property
    def makes_key(self) -> bool:
        """Whether the stack creates a KMS key."""
        return self.kms is not None and self.kms.create

    @property
    def keeping(self) -> Keeping:
        """Effect of a destroy on bucket and key."""
        return keeping(protect=self.protect, retain_on_destroy=self.retain_on_destroy)
