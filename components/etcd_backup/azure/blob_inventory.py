"""A regular list of the blobs in an account."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import storage

from openshift_credentials.platforms.azure.identifiers import INVENTORY_POLICY

from ...base.options import child_options

_FIELDS = (
    "Name",
    "Creation-Time",
    "Last-Modified",
    "Content-Length",
    "Content-MD5",
    "AccessTier",
    "VersionId",
    "IsCurrentVersion",
)


@dataclass(frozen=True, kw_only=True)
class BlobInventoryArgs:
    """The account, the container of the lists, ``Daily`` or ``Weekly``, and the blobs to list.

    ``prefixes`` consist of container and path.
    """

    account_name: pulumi.Input[str]
    resource_group: pulumi.Input[str]
    container: str
    frequency: str
    prefixes: Sequence[str]


class BlobInventory(pulumi.ComponentResource):
    """A separate container for the lists, and the rule; both are deleted with the setting."""

    def __init__(
        self, name: str, args: BlobInventoryArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:BlobInventory", name, None, opts)
        child = child_options(self, opts, deleted_with=opts.deleted_with if opts else None)
        container = storage.BlobContainer(
            f"{name}-lists",
            account_name=args.account_name,
            resource_group_name=args.resource_group,
            container_name=args.container,
            public_access=storage.PublicAccess.NONE,
            opts=child,
        )
        self.settled: pulumi.Resource = storage.BlobInventoryPolicy(
            name,
            account_name=args.account_name,
            resource_group_name=args.resource_group,
            blob_inventory_policy_name=INVENTORY_POLICY,
            policy={
                "enabled": True,
                "type": storage.InventoryRuleType.INVENTORY,
                "rules": [
                    {
                        "name": "etcd-snapshots",
                        "enabled": True,
                        "destination": container.name,
                        "definition": {
                            "format": storage.Format.CSV,
                            "object_type": storage.ObjectType.BLOB,
                            "schedule": args.frequency,
                            "schema_fields": list(_FIELDS),
                            "filters": {
                                "blob_types": ["blockBlob"],
                                "include_blob_versions": True,
                                "prefix_match": list(args.prefixes),
                            },
                        },
                    }
                ],
            },
            opts=child,
        )
        self.register_outputs({})
