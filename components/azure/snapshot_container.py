"""Blob container for etcd snapshots."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import storage

from components.azure.encryption_key import EncryptionKey
from components.azure.keeping import kept
from openshift_credentials.etcd_backup.settings import AzureBlobStorage


@dataclass(frozen=True, kw_only=True)
class SnapshotContainerArgs:
    """The account, by its name, and its settings; the container comes ``after`` others."""

    settings: AzureBlobStorage
    resource_group: pulumi.Input[str]
    account: pulumi.Input[str]
    key: EncryptionKey | None = None
    after: Sequence[pulumi.Resource] = ()


class SnapshotContainer(pulumi.ComponentResource):
    """A private container, with an encryption scope of its own if one is asked for.

    It is made through Azure Resource Manager, never through the data plane, which needs the
    keys that are switched off.
    """

    container: storage.BlobContainer

    def __init__(
        self, name: str, args: SnapshotContainerArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:SnapshotContainer", name, None, opts)
        settings = args.settings
        scope = self._make_scope(name, args, settings.encryption_scope)
        self.container = storage.BlobContainer(
            name,
            account_name=args.account,
            container_name=settings.container,
            resource_group_name=args.resource_group,
            public_access=storage.PublicAccess.NONE,
            default_encryption_scope=scope.name if scope else None,
            deny_encryption_scope_override=True if scope else None,
            opts=kept(settings, self, args.after),
        )
        self.register_outputs({"container": settings.container})

    def _make_scope(
        self, name: str, args: SnapshotContainerArgs, scope: str | None
    ) -> storage.EncryptionScope | None:
        """The scope takes the account's own key, or snapshots would not be encrypted with it."""
        if scope is None:
            return None
        source = storage.EncryptionScopeSource
        return storage.EncryptionScope(
            f"{name}-encryption",
            account_name=args.account,
            resource_group_name=args.resource_group,
            encryption_scope_name=scope,
            source=source.MICROSOFT_KEY_VAULT if args.key else source.MICROSOFT_STORAGE,
            key_vault_properties={"key_uri": args.key.key_uri} if args.key else None,
            require_infrastructure_encryption=args.settings.infrastructure_encryption,
            opts=kept(args.settings, self, args.after),
        )
