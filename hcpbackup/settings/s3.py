"""Settings of an S3 bucket."""

from typing import Annotated

from pydantic import Field

from hcpbackup.contract import text_rules as rules
from hcpbackup.settings.base import Follows, NumberAsText, Settings


class S3Storage(Settings):
    """An S3 bucket."""

    bucket: Annotated[str, Follows(rules.BUCKET_NAME)] = Field(description="Name of the bucket.")
    region: Annotated[str, Follows(rules.AWS_REGION)] = Field(description="Region of the bucket.")
    account_id: Annotated[str, NumberAsText, Follows(rules.AWS_ACCOUNT_ID)] = Field(
        description="AWS account of the bucket, the role and the OIDC provider."
    )
    key_prefix: Annotated[str, Follows(rules.S3_KEY_PREFIX)] = Field(
        default="etcd-backups", description="Prefix of the snapshots' keys in the bucket."
    )
    kms_key_arn: Annotated[str, Follows(rules.KMS_KEY_ARN)] | None = Field(
        default=None,
        alias="kmsKeyARN",
        description="KMS key that encrypts the snapshots; without it the bucket's default does.",
    )
