"""Everything that a backup to Azure Blob Storage needs on Azure."""

from typing import assert_never

import pulumi
import pulumi_azure_native as azure_native
from pulumi_azure_native import authorization, resources

from components.azure.blob_service import BlobService, BlobServiceArgs
from components.azure.encryption_key import EncryptionKey, EncryptionKeyArgs
from components.azure.existing_account import warn_of_shortcomings
from components.azure.snapshot_account import SnapshotAccount, SnapshotAccountArgs
from components.azure.snapshot_container import SnapshotContainer, SnapshotContainerArgs
from components.azure.upload_identity import UploadIdentity, UploadIdentityArgs
from components.azure.upload_permission import UploadPermission, UploadPermissionArgs
from components.etcd_backup import azure_secret_contents as secret_contents
from components.etcd_backup.target import SecretData, Target
from components.settle import settled
from openshift_credentials.azure.clouds import facts_of
from openshift_credentials.etcd_backup.plan import azure as azure_plan
from openshift_credentials.etcd_backup.plan.prefixes import kept_prefixes
from openshift_credentials.etcd_backup.plan.secret_form import secret_form
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings

Resources = tuple[pulumi.Resource, ...]


def azure_blob_target(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    opts: pulumi.ResourceOptions,
) -> Target:
    """Make storage and identity in the subscription that the settings name."""
    provider = azure_native.Provider(
        f"{name}-azure",
        environment=facts_of(storage.cloud).provider_environment,
        subscription_id=storage.subscription_id,
        tenant_id=storage.tenant_id,
        opts=opts,
    )
    options = pulumi.ResourceOptions(parent=opts.parent, providers=[provider])
    group = _resource_group(name, storage, provider, opts)
    place = _place(name, settings, storage, group, options)
    if not storage.makes_account:
        warn_of_shortcomings(storage, pulumi.InvokeOptions(provider=provider))
    identity = _identity(name, settings, storage, group, options)
    access = _access(name, settings, storage, identity, place, options)
    if storage.lock:
        _lock(name, storage, (*place, *access), provider, opts)
    content = _content(settings, storage, identity)
    exports = {"container": pulumi.Output.from_input(storage.container)}
    if identity:
        exports["clientId"] = identity.client_id
    return Target(
        secret_form=secret_form(settings),
        secret_data=content,
        needed_first=(*place, *access),
        exports=exports,
        service_account_client_id=(
            identity.client_id
            if identity and settings.credentials.annotate_service_account
            else None
        ),
    )


def _resource_group(
    name: str,
    storage: AzureBlobStorage,
    provider: pulumi.ProviderResource,
    opts: pulumi.ResourceOptions,
) -> pulumi.Input[str]:
    """Name of the resource group: a text if it exists, else an output of the one that is made."""
    if storage.existing_resource_group:
        return storage.resource_group
    return resources.ResourceGroup(
        f"{name}-resource-group",
        resource_group_name=storage.resource_group,
        location=storage.location,
        tags=storage.tags or None,
        opts=pulumi.ResourceOptions(
            parent=opts.parent,
            provider=provider,
            protect=storage.protect and not storage.retain_on_destroy,
            retain_on_delete=storage.retain_on_destroy,
        ),
    ).name


def _place(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> Resources:
    """The account and the container, as far as the stack makes them."""
    key: EncryptionKey | None = None
    account: pulumi.Input[str] = storage.storage_account
    made: Resources = ()
    if storage.makes_account:
        if storage.customer_managed_key:
            key_args = EncryptionKeyArgs(
                settings=storage,
                key=storage.customer_managed_key,
                resource_group=group,
                settle_seconds=_settle_seconds(settings),
            )
            key = EncryptionKey(f"{name}-snapshots-key", key_args, options)
        snapshots = SnapshotAccount(
            f"{name}-snapshots",
            SnapshotAccountArgs(settings=storage, resource_group=group, key=key),
            options,
        )
        service = BlobService(
            f"{name}-blob-service",
            BlobServiceArgs(
                settings=storage,
                resource_group=group,
                account=snapshots.account,
                expiring=kept_prefixes(settings),
            ),
            options,
        )
        account, made = snapshots.account_name, (snapshots.account, service.settled)
    if storage.makes_container:
        container = SnapshotContainer(
            f"{name}-snapshots-container",
            SnapshotContainerArgs(
                settings=storage, resource_group=group, account=account, key=key, after=made[1:]
            ),
            options,
        )
        made = (*made, container.container)
    return made


def _identity(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> UploadIdentity | None:
    """The managed identity of mode azure-workload-identity; other modes bring their own."""
    if settings.mode is not CredentialMode.AZURE_WORKLOAD_IDENTITY:
        return None
    return UploadIdentity(
        f"{name}-upload",
        UploadIdentityArgs(
            identity_name=settings.identity_name,
            resource_group=settings.credentials.identity_resource_group or group,
            location=storage.location,
            federations=azure_plan.planned_federations(settings),
            adopted=azure_plan.adopted_identity(settings),
            tags=storage.tags or None,
        ),
        options,
    )


def _access(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    identity: UploadIdentity | None,
    place: Resources,
    options: pulumi.ResourceOptions,
) -> Resources:
    """Roles and federated credentials, and the wait until all of Azure knows them."""
    principal_id = identity.principal_id if identity else settings.credentials.principal_id
    if principal_id is None:
        return ()
    permission = UploadPermission(
        f"{name}-upload-permission",
        UploadPermissionArgs(
            subscription_id=storage.subscription_id,
            principal_id=principal_id,
            grants=azure_plan.planned_grants(settings, storage),
            custom_role=azure_plan.planned_role(settings, storage),
            after=place,
        ),
        options,
    )
    changed: Resources = permission.role_assignments
    triggers: dict[str, pulumi.Input[str]] = {"roleAssignments": permission.assignment_names}
    if identity:
        changed = (*identity.federated_credentials, *changed)
        triggers["federatedCredentials"] = azure_plan.federation_digest(settings)
    return settled(
        f"{name}-azure-settled",
        _settle_seconds(settings),
        after=changed,
        triggers=triggers,
        opts=pulumi.ResourceOptions(parent=permission),
    )


def _content(
    settings: EtcdBackupSettings, storage: AzureBlobStorage, identity: UploadIdentity | None
) -> pulumi.Output[SecretData]:
    if identity:
        return secret_contents.workload_identity(settings, storage, identity.client_id)
    match settings.mode:
        case CredentialMode.AZURE_CLIENT_SECRET:
            return secret_contents.client_secret(settings, storage)
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            return secret_contents.managed_identity(settings)
        case (
            CredentialMode.AZURE_WORKLOAD_IDENTITY
            | CredentialMode.AWS_STS
            | CredentialMode.AWS_STATIC
        ):
            raise AssertionError("such a stack has an identity of its own, or none on Azure")
        case _:
            assert_never(settings.mode)


def _lock(
    name: str,
    storage: AzureBlobStorage,
    after: Resources,
    provider: pulumi.ProviderResource,
    opts: pulumi.ResourceOptions,
) -> None:
    """Made last and deleted first, as it also keeps role assignments from being deleted."""
    authorization.ManagementLockByScope(
        f"{name}-snapshots-lock",
        lock_name="etcd-snapshots",
        scope=storage.account_id,
        level=authorization.LockLevel.CAN_NOT_DELETE,
        notes="Holds etcd snapshots of hosted control planes",
        opts=pulumi.ResourceOptions(parent=opts.parent, provider=provider, depends_on=list(after)),
    )


def _settle_seconds(settings: EtcdBackupSettings) -> int:
    seconds = settings.credentials.settle_seconds
    return azure_plan.DEFAULT_SETTLE_SECONDS if seconds is None else seconds
