"""Links to snapshots in the consoles of the clouds."""

from typing import Final
from urllib.parse import quote

from openshift_credentials.aws.arns import partition_of
from openshift_credentials.azure.identifiers import storage_account_id
from openshift_credentials.etcd_backup.rules.key_prefix import folder

_S3_CONSOLES: Final = {
    "aws": "console.aws.amazon.com",
    "aws-us-gov": "console.amazonaws-us-gov.com",
    "aws-cn": "console.amazonaws.cn",
}


def s3_console_link(region: str, bucket: str, key_prefix: str) -> str:
    """The prefix of a bucket in the S3 console of the bucket's partition."""
    console = _S3_CONSOLES[partition_of(region)]
    prefix = quote(f"{folder(key_prefix)}/", safe="")
    return f"https://{console}/s3/buckets/{bucket}?region={region}&prefix={prefix}"


def azure_portal_link(
    tenant_id: str, subscription_id: str, resource_group: str, account: str, container: str
) -> str:
    """A container in the Azure portal, which has no link to a prefix."""
    account_id = quote(storage_account_id(subscription_id, resource_group, account), safe="")
    return (
        f"https://portal.azure.com/#@{tenant_id}/view/Microsoft_Azure_Storage"
        f"/ContainerMenuBlade/~/overview/storageAccountId/{account_id}/path/{container}"
    )
