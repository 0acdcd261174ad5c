"""The storage account of the snapshots that the stack creates, from its settings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pulumi

from openshift_credentials.platforms.azure import clouds, identifiers
from openshift_credentials.platforms.azure.storage_rules import prefix_filter
from openshift_credentials.systems.etcd_backup.plan.azure import settle_seconds
from openshift_credentials.systems.etcd_backup.plan.prefixes import prefixes_to_keep
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings

from ...base.options import waiting_for
from .account_parts import inventory, network_access, private_endpoint
from .blob_service import BlobExpiry, BlobLog, BlobService, BlobServiceArgs, BlobTransition
from .encryption_key import EncryptionKey, EncryptionKeyArgs, NewKey
from .snapshot_account import (
    AccountImmutability,
    SasLimit,
    SnapshotAccount,
    SnapshotAccountArgs,
    VaultKey,
)


@dataclass(frozen=True, kw_only=True)
class CreatedAccount:
    """The account, its arguments, and what others wait for, in that order."""

    snapshots: SnapshotAccount
    args: SnapshotAccountArgs
    settled: Sequence[pulumi.Resource]


def create_account(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> CreatedAccount:
    """Create the account with its key, its blob service, and what the settings add to it."""
    key = _key(name, settings, storage, group, options)
    account_args = _account_args(storage, group, key)
    taken = replace(account_args, import_id=settings.imports.storage_account)
    snapshots = SnapshotAccount(
        f"{name}-snapshots", taken, waiting_for(key.settled if key else (), options)
    )
    log = storage.diagnostics
    service = BlobService(
        f"{name}-blob-service",
        BlobServiceArgs(
            account_name=snapshots.account_name,
            account_id=snapshots.account_id,
            resource_group=group,
            expiry=_expiry(settings, storage),
            transition=_transition(settings, storage),
            import_id=settings.imports.storage_account
            and identifiers.blob_service_id(settings.imports.storage_account),
            expiry_import_id=settings.imports.management_policy,
            versioning=storage.versioning,
            soft_delete_days=storage.soft_delete_days,
            point_in_time_restore_days=storage.point_in_time_restore_days,
            change_feed=storage.replication is not None,
            log=BlobLog(workspace_id=log.workspace_id, storage_account_id=log.storage_account_id)
            if log
            else None,
            keeping=storage.keeping,
        ),
        options,
    )
    lists = inventory(
        name, settings, storage, group, snapshots, waiting_for([service.settled], options)
    )
    endpoint = private_endpoint(
        name, storage, snapshots, group, waiting_for([service.settled, *lists], options)
    )
    return CreatedAccount(
        snapshots=snapshots,
        args=account_args,
        settled=(snapshots.account, service.settled, *lists, *endpoint),
    )


def _key(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> EncryptionKey | None:
    key = storage.customer_managed_key
    if key is None:
        return None
    return EncryptionKey(
        f"{name}-snapshots-key",
        EncryptionKeyArgs(
            key_vault_id=key.key_vault_id,
            new_key=NewKey(key_name=key.key_name, tenant_id=storage.tenant_id)
            if key.create
            else None,
            identity_name=key.identity_name or f"{storage.storage_account}-key",
            resource_group=group,
            location=storage.location,
            settle_seconds=settle_seconds(settings),
            keeping=storage.keeping,
            tags=storage.tags or {},
        ),
        options,
    )


def _account_args(
    storage: AzureBlobStorage, group: pulumi.Input[str], key: EncryptionKey | None
) -> SnapshotAccountArgs:
    immutability, vault = storage.immutability, storage.customer_managed_key
    sas = storage.sas_policy
    return SnapshotAccountArgs(
        account_name=storage.storage_account,
        resource_group=group,
        location=storage.location,
        sku=storage.sku.value,
        minimum_tls_version=storage.minimum_tls_version.value,
        public_network_access=storage.public_network_access.value,
        shared_keys=storage.allow_shared_key_access,
        allowed_copy_scope=storage.allowed_copy_scope and storage.allowed_copy_scope.value,
        sas_policy=SasLimit(period=sas.period, action=sas.action.value) if sas else None,
        key_expiration_days=storage.key_expiration_days,
        infrastructure_encryption=storage.infrastructure_encryption,
        network=network_access(storage.network_rules, storage.tenant_id),
        immutability=AccountImmutability(days=immutability.days, state=immutability.state.value)
        if immutability
        else None,
        key=VaultKey(
            vault_uri=clouds.vault_uri(storage.cloud, identifiers.name_in(vault.key_vault_id)),
            key_name=vault.key_name,
            key_version=vault.key_version,
            identity_id=key.identity_id,
        )
        if key and vault
        else None,
        keeping=storage.keeping,
        tags=storage.tags or {},
    )


def _expiry(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> BlobExpiry:
    """Snapshots that only this rule deletes; without any, the rule has a prefix and is disabled."""
    prefixes = prefixes_to_keep(settings)
    return BlobExpiry(
        prefixes=[
            prefix_filter(storage.container, prefix) for prefix in prefixes or (storage.key_prefix,)
        ],
        days=storage.retention_days if prefixes else None,
    )


def _transition(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> BlobTransition | None:
    prefixes, moves = prefixes_to_keep(settings), storage.transition
    if moves is None or not prefixes:
        return None
    return BlobTransition(
        prefixes=[prefix_filter(storage.container, prefix) for prefix in prefixes],
        tier=moves.tier.value,
        days=moves.after_days,
    )
