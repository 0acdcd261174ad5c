"""Azure storage account and container for etcd snapshots."""

from dataclasses import dataclass

import pulumi
from pulumi_azure_native import storage


@dataclass(frozen=True, kw_only=True)
class SnapshotStorageArgs:
    """Names of the account and the container, and where they go."""

    storage_account: str
    container: str
    resource_group: str
    location: str


class SnapshotStorage(pulumi.ComponentResource):
    """A storage account without public blobs or shared keys, and a private container in it.

    The container is made through Azure Resource Manager, never through the data plane, which
    needs the keys that are switched off.
    """

    account: storage.StorageAccount
    container: storage.BlobContainer

    def __init__(
        self, name: str, args: SnapshotStorageArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("hcp-etcd-backup:azure:SnapshotStorage", name, None, opts)
        self._container_name = args.container
        self.account = storage.StorageAccount(
            name,
            account_name=args.storage_account,
            resource_group_name=args.resource_group,
            location=args.location,
            kind=storage.Kind.STORAGE_V2,
            sku={"name": storage.SkuName.STANDARD_ZRS},
            enable_https_traffic_only=True,
            minimum_tls_version=storage.MinimumTlsVersion.TLS1_2,
            allow_blob_public_access=False,
            allow_shared_key_access=False,
            opts=pulumi.ResourceOptions(parent=self, protect=True),
        )
        self.container = storage.BlobContainer(
            f"{name}-container",
            account_name=self.account.name,
            container_name=args.container,
            resource_group_name=args.resource_group,
            public_access=storage.PublicAccess.NONE,
            opts=pulumi.ResourceOptions(parent=self, protect=True),
        )
        self.register_outputs({"container": self.container_name})

    @property
    def container_name(self) -> pulumi.Output[str]:
        """Name of the container, known before it exists."""
        return pulumi.Output.from_input(self._container_name)
