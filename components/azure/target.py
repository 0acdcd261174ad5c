"""Everything that a backup to Azure Blob Storage needs on Azure."""

from functools import partial

import pulumi
import pulumi_azure_native as azure_native

from components.azure.snapshot_storage import SnapshotStorage, SnapshotStorageArgs
from components.azure.upload_identity import UploadIdentity, UploadIdentityArgs
from components.errors import stopping_the_program
from components.target import Target
from hcpbackup.contract import payloads
from hcpbackup.contract.azure import STAND_IN_GUID
from hcpbackup.settings import AzureBlobStorage, StackSettings


def azure_blob_target(settings: StackSettings, storage: AzureBlobStorage) -> Target:
    """Make storage and identity in the subscription that the settings name."""
    provider = azure_native.Provider(
        "azure", subscription_id=storage.subscription_id, tenant_id=storage.tenant_id
    )
    snapshots = SnapshotStorage(
        "snapshots",
        SnapshotStorageArgs(
            storage_account=storage.storage_account,
            container=storage.container,
            resource_group=storage.resource_group,
            location=storage.location,
        ),
        pulumi.ResourceOptions(providers=[provider]),
    )
    identity = UploadIdentity(
        "upload",
        UploadIdentityArgs(
            identity_name=settings.identity_name,
            issuer=settings.management_cluster.oidc_issuer,
            operator_namespace=settings.management_cluster.operator_namespace,
            subscription_id=storage.subscription_id,
            resource_group=storage.resource_group,
            location=storage.location,
            storage_account=storage.storage_account,
            account=snapshots.account,
        ),
        pulumi.ResourceOptions(providers=[provider]),
    )
    secret_data = partial(
        payloads.azure_workload_identity,
        subscription_id=storage.subscription_id,
        tenant_id=storage.tenant_id,
        resource_group=storage.resource_group,
    )
    return Target(
        secret_form=secret_data(client_id=STAND_IN_GUID),
        secret_data=identity.client_id.apply(
            stopping_the_program()(lambda client_id: secret_data(client_id=client_id))
        ),
        needed_first=(snapshots.container, identity.federated_credential, identity.role_assignment),
        exports={"container": snapshots.container_name, "clientId": identity.client_id},
    )
