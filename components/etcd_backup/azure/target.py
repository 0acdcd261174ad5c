"""Everything that a backup to Azure Blob Storage needs on Azure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pulumi
from pulumi_azure_native import authorization, resources

from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.etcd_backup.plan import azure as azure_plan
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    AzureBlobUpload,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
)

from ...azure.federated_identity import FederatedIdentity, FederatedIdentityArgs
from ...azure.provider import subscription_provider
from ...base.adoption import Adoption
from ...base.options import waiting_for
from ...base.settle import wait_until_effective
from ..outputs import AzureBlobOutputs
from ..target import ServiceAccountIdentity, UploadTarget
from .adopted_account import warn_of_shortcomings
from .place import SnapshotPlace, create_place
from .upload_permission import UploadPermission, UploadPermissionArgs


@dataclass(frozen=True, kw_only=True)
class _Stack:
    """What every step needs: names, settings, and options with the provider."""

    name: str
    settings: EtcdBackupSettings
    upload: AzureBlobUpload
    group: pulumi.Input[str]
    options: pulumi.ResourceOptions

    @property
    def storage(self) -> AzureBlobStorage:
        return self.upload.storage


def azure_blob_target(
    name: str, settings: EtcdBackupSettings, upload: AzureBlobUpload, opts: pulumi.ResourceOptions
) -> UploadTarget:
    """Create storage and identity in the subscription of the settings."""
    storage = upload.storage
    provider = subscription_provider(f"{name}-azure", storage, opts)
    options = pulumi.ResourceOptions(parent=opts.parent, provider=provider)
    group = _resource_group(name, storage, options)
    stack = _Stack(name=name, settings=settings, upload=upload, group=group, options=options)
    place = create_place(name, settings, storage, group, options)
    if not storage.makes_account:
        warn_of_shortcomings(
            storage.storage_account, storage.resource_group, pulumi.InvokeOptions(provider=provider)
        )
    planned = azure_plan.managed_identity(upload)
    identity = _identity(stack, planned) if planned else None
    access = _access(stack, planned, identity, place)
    workspace = storage.diagnostics.workspace_id if storage.diagnostics else None
    if settings.alerts.newest_object and workspace:
        from .alerts import alerts_on_snapshots  # noqa: PLC0415

        alerts_on_snapshots(name, settings, storage, workspace, group, options)
    if storage.lock:
        _lock(stack, place, access)
    velero = None
    if settings.oadp.velero.create_identity:
        from ..oadp.velero_identity import velero_on_azure  # noqa: PLC0415

        after = waiting_for(place.settled, options)
        velero = velero_on_azure(name, settings, storage, group, after)
    return UploadTarget(
        assigned=identity.client_id if identity else pulumi.Output.from_input(None),
        needed_first=(*place.settled, *access),
        outputs=AzureBlobOutputs(
            container=storage.container,
            client_id=identity.client_id if identity else None,
            velero=velero,
        ),
        service_account=ServiceAccountIdentity(
            client_id=identity.client_id, tenant_id=storage.tenant_id
        )
        if identity and planned and planned.annotate_service_account
        else None,
    )


def _resource_group(
    name: str, storage: AzureBlobStorage, options: pulumi.ResourceOptions
) -> pulumi.Input[str]:
    """Name of the resource group: a string if it exists, otherwise an output of the new one."""
    if storage.existing_resource_group:
        return storage.resource_group
    return resources.ResourceGroup(
        f"{name}-resource-group",
        resource_group_name=storage.resource_group,
        location=storage.location,
        tags=storage.tags or None,
        opts=pulumi.ResourceOptions.merge(options, _keeping_options(storage.keeping)),
    ).name


def _identity(stack: _Stack, planned: AzureWorkloadIdentity) -> FederatedIdentity:
    """The managed identity of mode azure-workload-identity; other modes have their own."""
    settings, storage = stack.settings, stack.storage
    return FederatedIdentity(
        f"{stack.name}-upload",
        FederatedIdentityArgs(
            identity_name=settings.identity_name,
            resource_group=planned.identity_resource_group or stack.group,
            location=storage.location,
            federations=azure_plan.plan_federations(settings, planned),
            adopted=azure_plan.adopted_identity(planned),
            import_id=settings.imports.identity,
            adoption=Adoption.of(settings.imports.identity),
            tags=storage.tags or {},
        ),
        stack.options,
    )


def _access(
    stack: _Stack,
    planned: AzureWorkloadIdentity | None,
    identity: FederatedIdentity | None,
    place: SnapshotPlace,
) -> Sequence[pulumi.Resource]:
    """Roles and federated credentials, and the wait until they are effective."""
    settings, storage = stack.settings, stack.storage
    principal_id = identity.principal_id if identity else stack.upload.identity.principal_id
    if principal_id is None:
        return ()
    locked_in = storage.lock and storage.keeping is Keeping.LEFT_BEHIND
    permission = UploadPermission(
        f"{stack.name}-upload-permission",
        UploadPermissionArgs(
            subscription_id=storage.subscription_id,
            principal_id=principal_id,
            grants=azure_plan.plan_grants(settings, stack.upload),
            custom_role=azure_plan.plan_role(stack.upload),
            within=place.identity,
            settle_seconds=min(azure_plan.settle_seconds(settings), ROLE_SETTLE_SECONDS),
            keeping=Keeping.LEFT_BEHIND if locked_in else Keeping.DELETED,
        ),
        waiting_for(place.settled, stack.options),
    )
    changed = list(permission.role_assignments)
    triggers: dict[str, pulumi.Input[str]] = {"roleAssignments": permission.assignment_names}
    if identity and planned:
        changed = [*identity.federated_credentials, *changed]
        triggers["federatedCredentials"] = azure_plan.federation_digest(settings, planned)
    return wait_until_effective(
        f"{stack.name}-azure-settled",
        azure_plan.settle_seconds(settings),
        after=changed,
        triggers=triggers,
        opts=pulumi.ResourceOptions(parent=permission),
    )


ROLE_SETTLE_SECONDS = 60
"""Maximum wait between a new role definition and its assignment; Azure returns 404 before."""


def _lock(stack: _Stack, place: SnapshotPlace, access: Sequence[pulumi.Resource]) -> None:
    """Created last and deleted first, because it also prevents the deletion of role assignments.

    Each account of the stack has one, which is kept with a retained account, and deleted with the
    setting.
    """
    storage = stack.storage
    accounts = [("snapshots", storage.account_id, place.account)]
    if place.copy_account and storage.replication:
        copy_id = storage.id_of_copy(storage.replication)
        accounts.append(("copies", copy_id, place.copy_account))
    for what, account_id, account in accounts:
        authorization.ManagementLockByScope(
            f"{stack.name}-{what}-lock",
            lock_name="etcd-snapshots",
            scope=place.identity.apply(partial(_always, account_id)),
            level=authorization.LockLevel.CAN_NOT_DELETE,
            notes="Holds etcd snapshots of hosted control planes",
            opts=pulumi.ResourceOptions.merge(
                stack.options,
                pulumi.ResourceOptions(
                    depends_on=[*place.settled, *access],
                    protect=True if storage.keeping is Keeping.PROTECTED else None,
                    deleted_with=account if storage.keeping is Keeping.LEFT_BEHIND else None,
                ),
            ),
        )


def _always(text: str, _: str) -> str:
    return text


def _keeping_options(keeping: Keeping) -> pulumi.ResourceOptions:
    return pulumi.ResourceOptions(
        protect=True if keeping is Keeping.PROTECTED else None,
        retain_on_delete=True if keeping is Keeping.LEFT_BEHIND else None,
    )
