"""Destination of the snapshots on Azure: account and container, created unless they exist."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pulumi

from openshift_credentials.platforms.azure import clouds, identifiers
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings

from ...base.options import waiting_for
from .created_account import create_account
from .snapshot_account import SnapshotAccountArgs
from .snapshot_container import ContainerEncryption, SnapshotContainer, SnapshotContainerArgs


@dataclass(frozen=True, kw_only=True)
class SnapshotPlace:
    """What was created, in the order in which others wait for it.

    ``account_name`` is a string if the account exists. ``identity`` changes whenever account or
    container are created again with the same name.
    """

    account_name: pulumi.Input[str]
    account: pulumi.Resource | None = None
    copy_account: pulumi.Resource | None = None
    account_args: SnapshotAccountArgs | None = None
    settled: Sequence[pulumi.Resource] = ()
    identity: pulumi.Output[str] = field(default_factory=lambda: pulumi.Output.from_input(""))


def create_place(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> SnapshotPlace:
    """Create account and container, each unless it exists."""
    place = SnapshotPlace(account_name=storage.storage_account)
    if storage.makes_account:
        created = create_account(name, settings, storage, group, options)
        account = created.snapshots.account
        place = SnapshotPlace(
            account_name=created.snapshots.account_name,
            account=account,
            account_args=created.args,
            settled=created.settled,
            identity=account.urn,
        )
    if not storage.makes_container:
        return place
    immutability = storage.container_immutability
    snapshots = SnapshotContainer(
        f"{name}-snapshots-container",
        SnapshotContainerArgs(
            container=storage.container,
            account_name=place.account_name,
            resource_group=group,
            encryption=_container_encryption(storage),
            immutable_days=immutability and immutability.days,
            import_id=settings.imports.container,
            keeping=storage.keeping,
        ),
        waiting_for(place.settled[1:], options),
    )
    container = snapshots.container
    settled = (*place.settled, *snapshots.settled)
    if storage.replication and place.account_args:
        from .copies import replicate  # noqa: PLC0415

        copy, after = storage.replication, waiting_for([container], options)
        copies = replicate(
            name, settings, storage, copy, place.account_args, place.account_name, after
        )
        settled, place = (*settled, copies.settled), replace(place, copy_account=copies.account)
    return replace(
        place, settled=settled, identity=pulumi.Output.concat(place.identity, container.urn)
    )


def _container_encryption(storage: AzureBlobStorage) -> ContainerEncryption | None:
    if storage.encryption_scope is None:
        return None
    key = storage.customer_managed_key if storage.makes_account else None
    key_uri = key and clouds.key_uri(
        storage.cloud, identifiers.name_in(key.key_vault_id), key.key_name, key.key_version
    )
    return ContainerEncryption(
        scope=storage.encryption_scope,
        key_uri=key_uri,
        infrastructure_encryption=storage.infrastructure_encryption,
    )
