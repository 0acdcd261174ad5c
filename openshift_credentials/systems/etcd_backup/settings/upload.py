"""Where snapshots go and what uploads them, one type per cloud."""

from dataclasses import dataclass

from .aws_credentials import AwsIdentity
from .azure_blob import AzureBlobStorage
from .azure_credentials import AzureIdentity
from .s3 import S3Storage


@dataclass(frozen=True, slots=True)
class S3Upload:
    """Uploads to S3."""

    storage: S3Storage
    identity: AwsIdentity


@dataclass(frozen=True, slots=True)
class AzureBlobUpload:
    """Uploads to Azure Blob Storage."""

    storage: AzureBlobStorage
    identity: AzureIdentity


Upload = S3Upload | AzureBlobUpload
"""The upload of a stack whose settings are checked."""
