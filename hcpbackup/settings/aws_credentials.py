"""Settings of an identity on AWS."""

from typing import Annotated

from pydantic import Field

from hcpbackup.contract import text_rules as rules
from hcpbackup.settings.base import Follows, Settings


class AwsCredentials(Settings):
    """The part of ``credentials`` that only an upload to S3 reads."""

    role_name: Annotated[str, Follows(rules.IAM_ROLE_NAME)] | None = Field(
        default=None,
        description="Name of the IAM role. Default: `<managementCluster.name>-etcd-backup`.",
    )
