"""Settings of the identity that uploads snapshots, and of its Secret."""

from typing import Annotated

from pydantic import Field

from hcpbackup.contract import text_rules as rules
from hcpbackup.contract.credentials import CredentialMode, StorageType
from hcpbackup.settings.base import Follows, Settings

DEFAULT_MODES = {
    StorageType.S3: CredentialMode.AWS_STS,
    StorageType.AZURE_BLOB: CredentialMode.AZURE_WORKLOAD_IDENTITY,
}


class Credentials(Settings):
    """Who uploads the snapshots, and the Secret that tells the operator."""

    mode: CredentialMode | None = Field(
        default=None,
        strict=False,
        description="Credential mode that the operator must detect. Default: `aws-sts` for S3, "
        "`azure-workload-identity` for AzureBlob.",
    )
    role_name: Annotated[str, Follows(rules.IAM_ROLE_NAME)] | None = Field(
        default=None,
        description="Name of the IAM role. Default: `<managementCluster.name>-etcd-backup`.",
    )
    identity_name: Annotated[str, Follows(rules.AZURE_IDENTITY_NAME)] | None = Field(
        default=None,
        description="Name of the managed identity. Default: "
        "`<managementCluster.name>-etcd-backup`.",
    )
    secret_name: Annotated[str, Follows(rules.DNS_SUBDOMAIN)] = Field(
        default="cloud-credentials",
        description="Name of the credential Secret in the operator's namespace.",
    )
