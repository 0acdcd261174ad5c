"""Settings of the identity that uploads snapshots, and of its Secret."""

from typing import Annotated

from pydantic import Field

from hcpbackup.contract import text_rules as rules
from hcpbackup.contract.credentials import CredentialMode, StorageType
from hcpbackup.settings.aws_credentials import AwsCredentials
from hcpbackup.settings.azure_credentials import AzureCredentials
from hcpbackup.settings.base import Follows

DEFAULT_MODES = {
    StorageType.S3: CredentialMode.AWS_STS,
    StorageType.AZURE_BLOB: CredentialMode.AZURE_WORKLOAD_IDENTITY,
}


class Credentials(AwsCredentials, AzureCredentials):
    """Who uploads the snapshots, and the Secret that tells the operator."""

    mode: CredentialMode | None = Field(
        default=None,
        strict=False,
        description="Credential mode that the operator must detect. Default: `aws-sts` for S3, "
        "`azure-workload-identity` for AzureBlob.",
    )
    secret_name: Annotated[str, Follows(rules.DNS_SUBDOMAIN)] = Field(
        default="cloud-credentials",
        description="Name of the credential Secret in the operator's namespace.",
    )
