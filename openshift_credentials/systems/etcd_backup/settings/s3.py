"""Settings of the S3 bucket of a stack, and of the role's requests to it."""

from typing import Annotated

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.stack.base import Follows, NumberAsText
from openshift_credentials.systems.etcd_backup.rules.key_prefix import DEFAULT_ROOT, S3_KEY_PREFIX
from openshift_credentials.systems.etcd_backup.rules.upload_policy import RequestConditions
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings
from openshift_credentials.systems.etcd_backup.settings.s3_groups import Conditions, Replication


class S3Storage(SnapshotBucketSettings):
    """An S3 bucket, created by the stack or adopted."""

    key_prefix: Annotated[str, Follows(S3_KEY_PREFIX)] = DEFAULT_ROOT
    """Prefix of the snapshots' keys in the bucket."""
    existing: bool = False
    """The bucket exists. The stack reads it, never changes or deletes it, and warns about missing
    protection.
    """
    bucket_account_id: Annotated[str, NumberAsText, Follows(aws_rules.AWS_ACCOUNT_ID)] | None = None
    """AWS account of an existing bucket, if it differs from the role's account. The stack reads
    nothing there and exports the statements that the policies of the bucket and the key need
    (`statementsForTheBucket`). Default: `accountId`.
    """
    replication: Replication | None = None
    """A second bucket to which S3 copies every snapshot."""
    conditions: Conditions = Conditions()
    """Conditions on the role's requests to S3."""

    @property
    def request_conditions(self) -> RequestConditions:
        """Conditions on the role's requests, as policies have them."""
        return RequestConditions(
            resource_account=self.bucket_account_id or self.account_id,
            secure_transport=self.conditions.secure_transport,
            source_vpce=self.conditions.source_vpce,
            resource_org_id=self.conditions.resource_org_id,
            principal_org_id=self.conditions.principal_org_id,
        )
