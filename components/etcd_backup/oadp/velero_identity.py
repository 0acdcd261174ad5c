"""An identity for Velero, and the manifests that configure Velero with it."""

from functools import partial

import pulumi

from openshift_credentials.systems.etcd_backup.plan import velero
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)

from ..outputs import VeleroIdentityOutputs, VeleroManifests, VeleroRoleOutputs


def velero_on_aws(
    name: str,
    settings: EtcdBackupSettings,
    storage: S3Storage,
    kms_key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
) -> VeleroRoleOutputs:
    """Create the IAM role of Velero; Velero retries, so nothing waits for the role."""
    from ...aws.service_account_role import ServiceAccountRole, ServiceAccountRoleArgs  # noqa: PLC0415

    planned = velero.plan_role(settings, storage)
    role = ServiceAccountRole(
        f"{name}-velero",
        ServiceAccountRoleArgs(
            role_name=planned.name,
            path=planned.path,
            expected_arn=planned.arn,
            description=f"Velero of {settings.cluster.name} in {storage.bucket}",
            trust_policy=planned.trust_policy,
            permission_policy=pulumi.Output.from_input(kms_key_arn).apply(
                planned.permission_policy
            ),
            policy_name="keep-velero-backups",
            permissions_boundary=settings.credentials.permissions_boundary,
            tags=storage.tags,
        ),
        options,
    )
    return VeleroRoleOutputs(
        velero_role_arn=role.role_arn, manifests=_manifests(settings, role.role_arn)
    )


def velero_on_azure(
    name: str,
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    group: pulumi.Input[str],
    options: pulumi.ResourceOptions,
) -> VeleroIdentityOutputs:
    """Create the managed identity of Velero, with its role on the container alone."""
    from openshift_credentials.platforms.azure.identifiers import container_id, role_definition_id  # noqa: PLC0415
    from openshift_credentials.platforms.azure.roles import STORAGE_BLOB_DATA_CONTRIBUTOR as ROLE  # noqa: PLC0415

    from ...azure.federated_identity import FederatedIdentity, FederatedIdentityArgs  # noqa: PLC0415
    from ...azure.role_assignment import RoleAssignment, RoleAssignmentArgs, assignment_name  # noqa: PLC0415

    identity = FederatedIdentity(
        f"{name}-velero",
        FederatedIdentityArgs(
            identity_name=velero.identity_name(settings),
            resource_group=settings.credentials.identity_resource_group or group,
            location=storage.location,
            federations=[velero.plan_federation(settings)],
            tags=storage.tags or {},
        ),
        options,
    )
    scope = container_id(storage.account_id, storage.container)
    RoleAssignment(
        f"{name}-velero-role",
        RoleAssignmentArgs(
            assignment_name=assignment_name(scope, identity.principal_id, ROLE.guid),
            principal_id=identity.principal_id,
            role_definition_id=role_definition_id(storage.subscription_id, ROLE.guid),
            scope=scope,
        ),
        options,
    )
    return VeleroIdentityOutputs(
        velero_client_id=identity.client_id, manifests=_manifests(settings, identity.client_id)
    )


def _manifests(settings: EtcdBackupSettings, identity: pulumi.Output[str]) -> VeleroManifests:
    rendered = identity.apply(partial(velero.velero_manifests, settings))
    return VeleroManifests(
        velero_service_account=rendered.apply(lambda texts: texts["veleroServiceAccount"]),
        data_protection_application=rendered.apply(
            lambda texts: texts["dataProtectionApplication"]
        ),
    )
