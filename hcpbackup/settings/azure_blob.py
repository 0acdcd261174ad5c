"""Settings of a container in Azure Blob Storage."""

from typing import Annotated

from pydantic import Field

from hcpbackup.contract import text_rules as rules
from hcpbackup.settings.base import Follows, Settings


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
