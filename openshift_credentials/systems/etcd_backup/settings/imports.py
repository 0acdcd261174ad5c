"""Settings of what exists already and belongs to the stack from now on."""

from typing import Annotated

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.stack.base import Follows, Settings
from openshift_credentials.stack.texts import BucketName


class Imports(Settings):
    """IDs of resources that the stack imports unchanged instead of creating them."""

    bucket: BucketName | None = None
    """Name of the bucket, as `storage.s3.bucket`. The stack's configuration of the bucket, such as
    its policy, replaces the existing one. `pulumi preview` lists the changes.
    """
    role: Annotated[str, Follows(aws_rules.IAM_ROLE_ARN)] | None = None
    """ARN of the upload role. It must be in `storage.s3.accountId` and have the name that the stack
    uses.
    """
    storage_account: Annotated[str, Follows(azure_rules.STORAGE_ACCOUNT_ID)] | None = None
    """Resource ID of the storage account."""
    management_policy: Annotated[str, Follows(azure_rules.MANAGEMENT_POLICY_ID)] | None = None
    """Resource ID of the account's management policy, if it has one. An account can have only one.
    """
    container: Annotated[str, Follows(azure_rules.CONTAINER_ID)] | None = None
    """Resource ID of the container."""
    identity: Annotated[str, Follows(azure_rules.IDENTITY_ID)] | None = None
    """Resource ID of the managed identity that uploads snapshots."""
