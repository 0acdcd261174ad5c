"""Settings of the lifecycle of old objects in a bucket, and of records about all objects."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.storage_classes import StorageClass
from openshift_credentials.stack.base import Follows, Lax, NumberAsText, Settings
from openshift_credentials.stack.texts import BucketName


class Transition(Settings):
    """A storage class to which snapshots move."""

    storage_class: Lax[StorageClass]
    """`STANDARD_IA` or `GLACIER_IR` (Glacier Instant Retrieval). Archive classes are not available,
    because a HostedCluster must be able to read its snapshot at once.
    """
    after_days: int | None = Field(default=None, ge=0, le=36_500)
    """Days after which a snapshot moves. Default: 30 for `STANDARD_IA`, the minimum of S3, and 0
    for `GLACIER_IR`.
    """

    @property
    def days(self) -> int:
        """Days after which a snapshot moves."""
        return self.storage_class.earliest_days if self.after_days is None else self.after_days


class DataEvents(Settings):
    """Destination of CloudTrail's data events of objects."""

    bucket: BucketName
    """Existing bucket whose policy allows the trail to write. The stack exports the required
    statements as `statementsForTheTrail`.
    """
    prefix: Annotated[str, Follows(aws_rules.LOG_PREFIX)] | None = None
    """Prefix of the log files, with a trailing slash."""


class Frequency(StrEnum):
    """How often S3 writes the list."""

    DAILY = "daily"
    WEEKLY = "weekly"


class Inventory(Settings):
    """Where S3 writes the list of all objects."""

    bucket: BucketName
    """Existing bucket in the same region whose policy allows S3 to write. The stack exports the
    required statement as `statementsForTheInventory`.
    """
    account_id: Annotated[str, NumberAsText, Follows(aws_rules.AWS_ACCOUNT_ID)] | None = None
    """AWS account of the inventory's bucket. Default: the account of the snapshots."""
    prefix: Annotated[str, Follows(aws_rules.LOG_PREFIX)] | None = None
    """Prefix of the lists, with a trailing slash. Default: none."""
    frequency: Lax[Frequency] = Frequency.DAILY
    """`daily` or `weekly`."""
