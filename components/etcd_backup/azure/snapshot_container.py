"""Blob container for etcd snapshots."""

from dataclasses import dataclass

import pulumi
from pulumi_azure_native import storage

from openshift_credentials.platforms.azure.identifiers import IMMUTABILITY_POLICY
from openshift_credentials.stack.base import Keeping

from ...azure import import_properties
from ...base.adoption import Adoption
from ...base.options import child_options


@dataclass(frozen=True, kw_only=True)
class ContainerEncryption:
    """An encryption scope for the container; with ``key_uri`` it uses that key of a vault."""

    scope: str
    key_uri: str | None
    infrastructure_encryption: bool


@dataclass(frozen=True, kw_only=True)
class SnapshotContainerArgs:
    """The container, in an existing account; imported with ``import_id``.

    With ``immutable_days``, every version of a blob is immutable for this number of days.
    """

    container: str
    account_name: pulumi.Input[str]
    resource_group: pulumi.Input[str]
    encryption: ContainerEncryption | None = None
    immutable_days: int | None = None
    import_id: str | None = None
    keeping: Keeping


class SnapshotContainer(pulumi.ComponentResource):
    """A private container, optionally with its own encryption scope.

    It is created through Azure Resource Manager, never through the data plane, which requires the
    disabled account keys. Azure never deletes an encryption scope: a destroy disables it, and a new
    one of that name stays disabled unless the state is sent (Storage resource provider, "Encryption
    Scopes - Put").

    The policy of immutable versions is never deleted: Azure wants its ETag, which the provider does
    not send (pulumi/pulumi-azure-native issue 2156), and it goes with the container.
    """

    def __init__(
        self, name: str, args: SnapshotContainerArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:SnapshotContainer", name, None, opts)
        child = child_options(self, opts, keeping=args.keeping)
        scope = None
        if encryption := args.encryption:
            sources = storage.EncryptionScopeSource
            key_uri = encryption.key_uri
            # Without it, snapshots would be encrypted with the account's key.
            scope = storage.EncryptionScope(
                f"{name}-encryption",
                account_name=args.account_name,
                resource_group_name=args.resource_group,
                encryption_scope_name=encryption.scope,
                state=storage.EncryptionScopeState.ENABLED,
                source=sources.MICROSOFT_KEY_VAULT if key_uri else sources.MICROSOFT_STORAGE,
                key_vault_properties={"key_uri": key_uri} if key_uri else None,
                require_infrastructure_encryption=encryption.infrastructure_encryption,
                opts=child,
            )
        self.container = storage.BlobContainer(
            name,
            account_name=args.account_name,
            container_name=args.container,
            resource_group_name=args.resource_group,
            public_access=storage.PublicAccess.NONE,
            default_encryption_scope=scope.name if scope else None,
            deny_encryption_scope_override=True if scope else None,
            immutable_storage_with_versioning={"enabled": True} if args.immutable_days else None,
            opts=pulumi.ResourceOptions.merge(
                child,
                Adoption.of(args.import_id).options(
                    name, args.import_id, keep=import_properties.CONTAINER
                ),
            ),
        )
        self.settled: list[pulumi.Resource] = [self.container]
        if args.immutable_days:
            self.settled.append(
                storage.BlobContainerImmutabilityPolicy(
                    f"{name}-immutability",
                    account_name=args.account_name,
                    container_name=self.container.name,
                    resource_group_name=args.resource_group,
                    immutability_policy_name=IMMUTABILITY_POLICY,
                    immutability_period_since_creation_in_days=args.immutable_days,
                    allow_protected_append_writes=False,
                    opts=child_options(self, opts, keeping=Keeping.LEFT_BEHIND),
                )
            )
        self.register_outputs({"container": args.container})
