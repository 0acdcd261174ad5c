"""The copy of the snapshots in a second storage account."""

from dataclasses import dataclass, replace

import pulumi

from openshift_credentials.platforms.azure.storage_rules import prefix_filter
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings
from openshift_credentials.systems.etcd_backup.settings.azure_groups import Replication

from ...base.options import waiting_for
from .account_parts import network_access, private_endpoint_of_copy
from .blob_service import BlobExpiry, BlobLog, BlobService, BlobServiceArgs
from .network_access import NetworkAccess
from .snapshot_account import SnapshotAccount, SnapshotAccountArgs
from .snapshot_container import SnapshotContainer, SnapshotContainerArgs
from .snapshot_replication import ReplicationSide, SnapshotReplication, SnapshotReplicationArgs


@dataclass(frozen=True, kw_only=True)
class Copies:
    """What backups wait for, and the second account if the stack creates it."""

    settled: pulumi.Resource
    account: pulumi.Resource | None


def replicate(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    copy: Replication,
    first: SnapshotAccountArgs,
    account_name: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> Copies:
    """Create the second account unless it exists, and copy to it."""
    second = ReplicationSide(
        account_name=copy.storage_account,
        account_id=storage.id_of_copy(copy),
        resource_group=copy.resource_group or first.resource_group,
        container=copy.container or storage.container,
    )
    after: list[pulumi.Resource] = []
    second_account: pulumi.Resource | None = None
    if not copy.existing:
        account, container = _second_account(name, settings, storage, copy, first, options)
        second = replace(second, account_name=account.account_name)
        after = [container]
        endpoint = private_endpoint_of_copy(
            name, storage, account, first.resource_group, waiting_for(after, options)
        )
        after += endpoint
        second_account = account.account
    settled = SnapshotReplication(
        f"{name}-copy",
        SnapshotReplicationArgs(
            source=ReplicationSide(
                account_name=account_name,
                account_id=storage.account_id,
                resource_group=first.resource_group,
                container=storage.container,
            ),
            target=second,
            keeping=storage.keeping,
        ),
        waiting_for(after, options),
    ).settled
    return Copies(settled=settled, account=second_account)


def _second_account(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    copy: Replication,
    first: SnapshotAccountArgs,
    options: pulumi.ResourceOptions,
) -> tuple[SnapshotAccount, pulumi.Resource]:
    """Like the first account, in its own location, with its own expiry and network rules.

    Azure itself writes to it. To restore from it, first allow your own network. Its log goes to the
    workspace alone: Azure Monitor takes a storage account only in the location of the resource
    ("Diagnostic settings in Azure Monitor").
    """
    account = SnapshotAccount(
        f"{name}-copies",
        replace(
            first,
            account_name=copy.storage_account,
            location=copy.location or first.location,
            sku=copy.sku.value,
            network=network_access(copy.network_rules, storage.tenant_id) or NetworkAccess(),
        ),
        options,
    )
    container, log = copy.container or storage.container, storage.diagnostics
    prefixes = (copy.retention_days and upload_prefixes(settings)) or (storage.key_prefix,)
    service = BlobService(
        f"{name}-copies-service",
        BlobServiceArgs(
            account_name=account.account_name,
            account_id=account.account_id,
            resource_group=first.resource_group,
            expiry=BlobExpiry(
                prefixes=[prefix_filter(container, prefix) for prefix in prefixes],
                days=copy.retention_days,
            ),
            versioning=True,
            soft_delete_days=storage.soft_delete_days,
            log=BlobLog(workspace_id=log.workspace_id) if log and log.workspace_id else None,
            keeping=storage.keeping,
        ),
        options,
    )
    snapshots = SnapshotContainer(
        f"{name}-copies-container",
        SnapshotContainerArgs(
            container=container,
            account_name=account.account_name,
            resource_group=first.resource_group,
            keeping=storage.keeping,
        ),
        waiting_for([service.settled], options),
    )
    return account, snapshots.container
