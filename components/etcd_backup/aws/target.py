"""Everything that a backup to S3 needs on AWS."""

from typing import assert_never

import pulumi

from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.etcd_backup.plan.aws import (
    PlannedRole,
    plan_role,
    settle_seconds,
)
from openshift_credentials.systems.etcd_backup.plan.bucket_policies import key_statements_of
from openshift_credentials.systems.etcd_backup.plan.other_accounts import (
    copy_key_statements,
    own_roles,
    plan_copy,
    statements_elsewhere,
)
from openshift_credentials.systems.etcd_backup.settings import (
    AwsStatic,
    AwsSts,
    EtcdBackupSettings,
    S3Storage,
    S3Upload,
)

from ...aws.account import in_account
from ...aws.oidc_provider import OidcProvider, OidcProviderArgs
from ...aws.service_account_role import ServiceAccountRole, ServiceAccountRoleArgs
from ...base.adoption import Adoption
from ...base.options import waiting_for
from ..outputs import S3Outputs
from ..target import UploadTarget
from .adopted_role import AdoptedRole, AdoptedRoleArgs
from .bucket import create_key
from .place import create_place


def s3_target(
    name: str, settings: EtcdBackupSettings, upload: S3Upload, opts: pulumi.ResourceOptions
) -> UploadTarget:
    """Create bucket and identity in the account of the settings, and in no other."""
    storage = upload.storage
    options = in_account(name, storage.region, storage.account_id, opts)
    key_arn = create_key(
        name,
        storage,
        f"Encrypts etcd snapshots of {settings.cluster.name}",
        key_statements_of(storage, own_roles(settings, upload)),
        options,
    )
    copy = None
    if planned := plan_copy(settings, storage):
        from .copies import prepare_copy  # noqa: PLC0415

        statements_there = copy_key_statements(settings, upload)
        copy = prepare_copy(name, storage, planned, statements_there, options)
    place = create_place(name, settings, upload, key_arn, copy, options)
    statements = statements_elsewhere(settings, upload)
    if settings.alerts.newest_object:
        from .alarms import alarms_of_snapshots  # noqa: PLC0415

        after = waiting_for(place.chain, options)
        alarms_of_snapshots(name, settings, storage, place.bucket_name, after)
    match upload.identity:
        case AwsStatic():
            return UploadTarget(
                assigned=place.bucket_name.apply(lambda _: None),
                needed_first=tuple(place.chain[-1:]),
                outputs=S3Outputs(bucket=place.bucket_name, statements=statements),
            )
        case AwsSts() as identity:
            keys = (key_arn, copy.key_arn if copy else None)
            role = _role(name, settings, storage, identity, keys, options)
            velero = None
            if settings.oadp.velero.create_identity:
                from ..oadp.velero_identity import velero_on_aws  # noqa: PLC0415

                velero = velero_on_aws(name, settings, storage, key_arn, options)
            return UploadTarget(
                assigned=place.bucket_name.apply(lambda _: role.role_arn),
                needed_first=(*place.chain[-1:], *role.settled),
                outputs=S3Outputs(
                    bucket=place.bucket_name,
                    role_arn=role.role_arn,
                    velero=velero,
                    statements=statements,
                ),
            )
        case _:
            assert_never(upload.identity)


def _provider(
    name: str,
    storage: S3Storage,
    identity: AwsSts,
    planned: PlannedRole,
    options: pulumi.ResourceOptions,
) -> OidcProvider | None:
    """The OIDC provider of the issuer, if the stack creates it."""
    if not identity.create_oidc_provider:
        return None
    retained = identity.retain_oidc_provider
    return OidcProvider(
        f"{name}-issuer",
        OidcProviderArgs(
            issuer=planned.issuer,
            expected_arns=planned.provider_arns,
            keeping=Keeping.LEFT_BEHIND if retained else Keeping.DELETED,
            tags=storage.tags,
        ),
        options,
    )


def _role(
    name: str,
    settings: EtcdBackupSettings,
    storage: S3Storage,
    identity: AwsSts,
    keys: tuple[pulumi.Input[str] | None, pulumi.Input[str] | None],
    options: pulumi.ResourceOptions,
) -> ServiceAccountRole | AdoptedRole:
    """The role, created unless it exists; ``keys`` are those of the snapshots and of the copies."""
    planned = plan_role(settings, storage, identity)
    provider = _provider(name, storage, identity, planned, options)
    after = waiting_for([provider] if provider else [], options)
    if planned.existing:
        return AdoptedRole(
            f"{name}-existing-role",
            AdoptedRoleArgs(
                role_name=planned.name,
                expected_arn=planned.arn,
                provider_arns=planned.provider_arns,
                tokens=planned.tokens,
            ),
            after,
        )
    return ServiceAccountRole(
        f"{name}-upload",
        ServiceAccountRoleArgs(
            role_name=planned.name,
            path=planned.path,
            expected_arn=planned.arn,
            description=planned.description,
            trust_policy=planned.trust_policy,
            permission_policy=pulumi.Output.all(*keys).apply(
                lambda arns: planned.permission_policy(*arns)
            ),
            max_session_duration=identity.max_session_duration,
            permissions_boundary=identity.permissions_boundary,
            oidc_provider_arn=provider.arn if provider else None,
            settle_seconds=settle_seconds(settings),
            policy_name="upload-etcd-snapshots",
            adoption=Adoption.of(settings.imports.role),
            tags=storage.tags,
        ),
        after,
    )
