"""The branch ``snapshotStore`` of a stack."""

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.stack.base import Follows, Lax, NumberAsText, Settings
from openshift_credentials.stack.parts import expand_nothing
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings
from openshift_credentials.systems.etcd_backup.settings.s3_groups import UploadRole


class CopyRole(Settings):
    """A role with which S3 copies snapshots of another account into the bucket."""

    role_arn: Annotated[str, Field(alias="roleARN"), Follows(aws_rules.IAM_ROLE_ARN)]
    """ARN of the role, which the other stack names `<cluster.name>-etcd-replication`. It need not
    exist yet.
    """
    delete_markers: bool = False
    """Also accept deletions: `replication.deleteMarkers` of the other stack."""


class SnapshotStoreSettings(SnapshotBucketSettings):
    """A bucket in a separate account, and the roles of other accounts that can use it."""

    account_id: Annotated[str, NumberAsText, Follows(aws_rules.AWS_ACCOUNT_ID)]
    """AWS account of the bucket and its key. The stack refuses credentials of any other account."""
    upload_roles: Lax[tuple[UploadRole, ...]] = Field(default=(), max_length=20)
    """Roles of other accounts that upload. Their stacks set this account as `bucketAccountId`."""
    copy_roles: Lax[tuple[CopyRole, ...]] = Field(default=(), max_length=20)
    """Roles with which S3 replicates to the bucket. Their stacks set this account as
    `replication.accountId`.
    """

    @property
    def named_roles(self) -> Iterator[tuple[str, str]]:
        """The ARNs of roles in the settings, each with its path."""
        yield from super().named_roles
        for index, role in enumerate(self.copy_roles):
            yield f"copyRoles[{index}].roleARN", role.role_arn


MODEL: Final = SnapshotStoreSettings
"""Model of branch ``snapshotStore``."""

expand = expand_nothing
