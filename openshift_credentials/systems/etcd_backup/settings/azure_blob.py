"""Settings of a container in Azure Blob Storage."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.azure import identifiers, text_rules as azure_rules
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.stack.base import Follows, Keeping, Lax, Settings, keeping
from openshift_credentials.stack.clouds import AzureTags
from openshift_credentials.stack.texts import (
    AzureLocation,
    BlobContainerName,
    Guid,
    ResourceGroupName,
    StorageAccountName,
)
from openshift_credentials.systems.etcd_backup.rules.key_prefix import (
    AZURE_KEY_PREFIX,
    DEFAULT_ROOT,
)
from openshift_credentials.systems.etcd_backup.settings.azure_access import ContainerImmutability
from openshift_credentials.systems.etcd_backup.settings.azure_account import AzureAccount
from openshift_credentials.systems.etcd_backup.settings.azure_groups import Replication


class AzurePlace(Settings):
    """Names of container, account and group, and which of them exist."""

    storage_account: StorageAccountName
    """Name of the storage account, unique in all of Azure."""
    container: BlobContainerName
    """Name of the blob container."""
    resource_group: ResourceGroupName
    """Resource group of the storage account and the managed identity."""
    location: AzureLocation
    """Location of the resources that the stack creates."""
    allow_unknown_location: bool = False
    """Accept a location that this version of the program does not list, such as a new one."""
    subscription_id: Guid
    """Subscription ID."""
    tenant_id: Guid
    """Entra tenant ID."""
    key_prefix: Annotated[str, Follows(AZURE_KEY_PREFIX)] = DEFAULT_ROOT
    """Prefix of the snapshots' names in the container."""
    existing: bool = False
    """The account and the container exist. The stack uses them and never changes or deletes them.
    """
    existing_account: bool | None = None
    """The account exists. Default: `existing`."""
    existing_container: bool | None = None
    """The container exists. Default: `existing`."""
    existing_resource_group: bool = True
    """The resource group exists. With `false`, the stack creates it."""
    cloud: Lax[AzureCloud] = AzureCloud.PUBLIC
    """Cloud of the subscription. The operator's uploader reaches only `AzurePublicCloud`."""
    allow_unsupported_cloud: bool = False
    """Accept another cloud, for an operator whose uploader supports it."""

    @property
    def makes_account(self) -> bool:
        """Whether the account is the stack's own."""
        adopted = self.existing if self.existing_account is None else self.existing_account
        return not adopted

    @property
    def makes_container(self) -> bool:
        """Whether the container is the stack's own."""
        adopted = self.existing if self.existing_container is None else self.existing_container
        return not adopted

    @property
    def account_id(self) -> str:
        """Resource ID of the account."""
        return identifiers.storage_account_id(
            self.subscription_id, self.resource_group, self.storage_account
        )

    @property
    def resource_group_id(self) -> str:
        """Resource ID of the resource group."""
        return identifiers.resource_group_id(self.subscription_id, self.resource_group)


class AzureBlobStorage(AzureAccount, AzurePlace):
    """A container in an Azure storage account, created by the stack or adopted."""

    encryption_scope: Annotated[str, Follows(azure_rules.ENCRYPTION_SCOPE)] | None = None
    """Name of an encryption scope to create. It becomes the default of the container and cannot be
    changed for an existing container. Default: the account's own encryption.
    """
    container_immutability: ContainerImmutability | None = None
    """Make every blob of the container immutable for some days, also in an account that exists. The
    account needs versions. Cannot be set or removed later. Do not use it for the container of a
    BackupStorageLocation.
    """
    protect: bool = True
    """Refuse to delete the account and the container. Azure deletes them with everything in them,
    so `false` needs `deleteSnapshots` or `retainOnDestroy`.
    """
    delete_snapshots: bool = False
    """Delete every snapshot with the account or the container when the stack is destroyed or a
    setting replaces them. Needs `protect: false`; deploy both first.
    """
    retain_on_destroy: bool = False
    """Keep the account and the container when the stack is destroyed. `protect` is then ignored."""
    shared_container: bool = False
    """Other stacks keep snapshots in the same container. Limits the identity's role to blobs under
    the prefixes of this stack (Azure ABAC).
    """
    tags: AzureTags | None = Field(default=None, max_length=50)
    """Tags of all resources that support tags."""

    def id_of_copy(self, copy: Replication) -> str:
        """Resource ID of the second account."""
        return identifiers.storage_account_id(
            self.subscription_id, copy.resource_group or self.resource_group, copy.storage_account
        )

    @property
    def keeping(self) -> Keeping:
        """Effect of a destroy on account, container and their protections."""
        return keeping(protect=self.protect, retain_on_destroy=self.retain_on_destroy)
