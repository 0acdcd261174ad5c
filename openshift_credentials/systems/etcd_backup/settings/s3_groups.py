"""Groups of settings within those of an S3 bucket."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.stack.base import Follows, Lax, NumberAsText, OneAsList, Settings
from openshift_credentials.stack.texts import AwsRegion, BucketName
from openshift_credentials.systems.etcd_backup.rules.key_prefix import S3_KEY_PREFIX

VpcEndpoints = Annotated[
    Lax[tuple[Annotated[str, Follows(aws_rules.VPC_ENDPOINT_ID)], ...]], OneAsList
]
KmsKeyArn = Annotated[
    Annotated[str, Follows(aws_rules.KMS_KEY_ARN)] | None, Field(alias="kmsKeyARN")
]
Organization = Annotated[str, Follows(aws_rules.ORGANIZATION_ID)]


class Kms(Settings):
    """A KMS key of the stack, which becomes the bucket's default encryption."""

    create: bool = False
    """Create a key, with rotation and an alias."""
    alias: Annotated[str, Follows(aws_rules.KMS_ALIAS)] | None = None
    """Alias of the key, without `alias/`. Default: the name of the bucket, with hyphens instead of
    periods.
    """
    rotation_days: int = Field(default=365, ge=90, le=2560)
    """Days between rotations of the key."""
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


class AccessLogging(Settings):
    """Destination of access logs."""

    bucket: BucketName
    """Existing bucket for the logs, in the same account and region."""
    prefix: Annotated[str, Follows(aws_rules.LOG_PREFIX)] | None = None
    """Prefix of the logs, with a trailing slash. Default: `<bucket>/`."""


class UploadRole(Settings):
    """A role of another account that uploads to the bucket."""

    role_arn: Annotated[str, Field(alias="roleARN"), Follows(aws_rules.IAM_ROLE_ARN)]
    """ARN of the role. It need not exist yet."""
    key_prefix: Annotated[str, Follows(S3_KEY_PREFIX)]
    """Prefix of the snapshots that the role writes: `storage.s3.keyPrefix` of its stack."""
    restore: bool = False
    """Also allow the role to read the snapshots."""


class PerimeterSettings(Settings):
    """Requests for objects that the bucket's policy denies to all but a few."""

    readers: Lax[tuple[Annotated[str, Follows(aws_rules.IAM_ROLE_ARN)], ...]] = Field(
        default=(), max_length=20
    )
    """ARNs of the only roles that can read and delete snapshots, for restores and emergencies. The
    network restrictions do not apply to them. `credentials.restore` adds the stack's own role.
    """
    administrators: Lax[tuple[Annotated[str, Follows(aws_rules.IAM_ROLE_ARN)], ...]] = Field(
        default=(), max_length=20
    )
    """ARNs of the only roles that can change policy, lifecycle, versioning, replication, encryption
    and object lock of the bucket, or delete it, and that can change, disable or delete its key.
    Name the role that runs `pulumi up`, and one for emergencies. The root user of the account is
    never denied.
    """
    source_vpce: VpcEndpoints = Field(default=(), max_length=50)
    """The only VPC endpoints from which objects can be written, read and deleted."""
    principal_org_id: Annotated[Organization | None, Field(alias="principalOrgID")] = None
    """The only organization whose principals can write, read and delete objects."""
    block_customer_keys: bool = True
    """Reject objects that are encrypted with a key in the request (SSE-C). An attacker could
    otherwise make the snapshots unreadable. Without `perimeter` they are rejected as well.
    """


class Replication(Settings):
    """A second bucket, to which S3 copies every snapshot."""

    bucket: BucketName
    """Name of the second bucket."""
    region: AwsRegion
    """Region of the second bucket."""
    account_id: Annotated[str, NumberAsText, Follows(aws_rules.AWS_ACCOUNT_ID)] | None = None
    """AWS account of the second bucket. Default: `storage.s3.accountId`. In another account the
    bucket must exist, and its policy needs the statements that the stack exports as
    `statementsForTheCopy`.
    """
    existing: bool = False
    """The second bucket exists, with versioning enabled, and with object lock if the first bucket
    has it. The stack does not change it; `preflight --cloud` looks at it.
    """
    kms_key_arn: KmsKeyArn = None
    """KMS key that encrypts the copies, in the second bucket's region. Required if a KMS key
    encrypts the snapshots and `createKey` is not set.
    """
    create_key: bool = False
    """Create the KMS key that encrypts the copies, in the second bucket's region, with rotation and
    an alias. The stack also creates the bucket.
    """
    delete_markers: bool = False
    """Also replicate delete markers. A deleted snapshot then appears deleted in the copy, but its
    versions remain.
    """
    time_control: bool = False
    """S3 Replication Time Control: S3 copies nearly every snapshot within 15 minutes, under a
    service level agreement, and charges for it.
    """
    retention_days: int | None = Field(default=None, ge=1, le=36_500)
    """Delete copies of snapshots after this number of days. No deletion in the first bucket
    deletes a copy. Default: never.
    """
    restore: bool = False
    """Allow the stack's role to read the copies, so that OADP can restore from them. Needs
    `credentials.restore`.
    """


class Conditions(Settings):
    """Conditions on the role's requests to S3, named after AWS's global condition keys."""

    secure_transport: bool = False
    """Only over TLS (`aws:SecureTransport`)."""
    source_vpce: VpcEndpoints = Field(default=(), max_length=50)
    """Only through one of these VPC endpoints (`aws:SourceVpce`)."""
    resource_org_id: Annotated[Organization | None, Field(alias="resourceOrgID")] = None
    """Only to a bucket of this organization (`aws:ResourceOrgID`)."""
    principal_org_id: Annotated[Organization | None, Field(alias="principalOrgID")] = None
    """Only while the role's account is in this organization (`aws:PrincipalOrgID`)."""
