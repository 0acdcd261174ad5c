"""Settings of the place where snapshots go, in the terms of ``HCPEtcdBackup.spec.storage``."""

from typing import Annotated

from pydantic import Field

from hcpbackup.contract import text_rules as rules
from hcpbackup.contract.credentials import StorageType
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


class AzureBlobStorage(Settings):
    """A container in an Azure storage account."""

    storage_account: Annotated[str, Follows(rules.STORAGE_ACCOUNT)] = Field(
        description="Name of the storage account, unique in all of Azure."
    )
    container: Annotated[str, Follows(rules.BLOB_CONTAINER)] = Field(
        description="Name of the blob container."
    )
    resource_group: Annotated[str, Follows(rules.AZURE_RESOURCE_GROUP)] = Field(
        description="Existing resource group of the storage account and the managed identity."
    )
    location: Annotated[str, Follows(rules.AZURE_LOCATION)] = Field(
        description="Location of the storage account and the managed identity."
    )
    subscription_id: Annotated[str, Follows(rules.GUID)] = Field(description="Subscription ID.")
    tenant_id: Annotated[str, Follows(rules.GUID)] = Field(description="Entra tenant ID.")
    key_prefix: Annotated[str, Follows(rules.AZURE_KEY_PREFIX)] = Field(
        default="etcd-backups", description="Prefix of the snapshots' names in the container."
    )


class Storage(Settings):
    """Where snapshots go; the branch that fits ``storageType`` is required, the other forbidden."""

    storage_type: StorageType = Field(
        strict=False, description="`S3` or `AzureBlob`, as in HCPEtcdBackup."
    )
    s3: S3Storage | None = Field(default=None, description="The bucket, for `S3`.")
    azure_blob: AzureBlobStorage | None = Field(
        default=None, description="The container, for `AzureBlob`."
    )

    @property
    def key_prefix(self) -> str:
        """Prefix of the snapshots, whatever the storage type."""
        if self.s3:
            return self.s3.key_prefix
        return self.azure_blob.key_prefix if self.azure_blob else ""
