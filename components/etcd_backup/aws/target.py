"""Everything that a backup to S3 needs on AWS."""

from collections.abc import Mapping, Sequence
from typing import assert_never

import pulumi
from pulumi_aws import iam

from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.etcd_backup.plan.aws import PlannedRole, plan_role, settle_seconds
from openshift_credentials.systems.etcd_backup.plan.other_accounts import key_statements, statements_elsewhere
from openshift_credentials.systems.etcd_backup.plan.prefixes import prefixes_to_keep
from openshift_credentials.systems.etcd_backup.rules.adopted import assert_existing_role, trust_notices
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
from ...base.component import child_options, waiting_for
from ...base.engine import runs_on_an_engine
from ...base.errors import log_notice, stopping_the_program
from ..outputs import S3Outputs
from ..target import UploadTarget
from .adopted_bucket import AdoptedBucket
from .bucket import SnapshotBucket, SnapshotKey


class AdoptedRole(pulumi.ComponentResource):
    """A role outside the stack: read, but never changed or deleted.

    A trust policy that does not admit a service account is a warning, at preview too. A role with
    another path than the settings stops the program: on update, :attr:`role_arn` is known only
    after this check.
    """

    role_arn: pulumi.Output[str]

    def __init__(self, name: str, planned: PlannedRole, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:aws:AdoptedRole", name, None, opts)
        self._planned = planned
        self.role = iam.Role.get(name, planned.name, opts=child_options(self, opts))
        found = pulumi.Output.all(arn=self.role.arn, trust_policy=self.role.assume_role_policy).apply(self._judge)
        self.role_arn = (
            pulumi.Output.from_input(planned.arn) if pulumi.runtime.is_dry_run() else found.apply(lambda _: planned.arn)
        )
        self.settled: Sequence[pulumi.Resource] = (self.role,)
        self.register_outputs({"roleArn": self.role_arn})

    def _judge(self, read: Mapping[str, str | None]) -> None:
        planned = self._planned
        if read["arn"] is None and not runs_on_an_engine():
            return
        with stopping_the_program():
            assert_existing_role(planned.arn, str(read["arn"]))
        for notice in trust_notices(read["trust_policy"], planned.provider_arns, planned.tokens):
            log_notice(notice.at(f"role {planned.name}"), self.role)


def s3_target(name: str, settings: EtcdBackupSettings, upload: S3Upload, opts: pulumi.ResourceOptions) -> UploadTarget:
    """Create bucket and identity in the account of the settings, and in no other."""
    storage = upload.storage
    options = in_account(name, storage.region, storage.account_id, opts)
    key_arn = _key(name, settings, upload, options)
    bucket_name, chain = _bucket(name, settings, storage, key_arn, options)
    statements = statements_elsewhere(settings, upload)
    bucket = _ready(bucket_name, chain)
    match upload.identity:
        case AwsStatic():
            return UploadTarget(
                assigned=bucket_name.apply(lambda _: None),
                needed_first=tuple(chain[-1:]),
                outputs=S3Outputs(bucket=bucket, statements=statements),
            )
        case AwsSts() as identity:
            role = _role(name, settings, storage, identity, key_arn, options)
            return UploadTarget(
                assigned=bucket_name.apply(lambda _: role.role_arn),
                needed_first=(*chain[-1:], *role.settled),
                outputs=S3Outputs(bucket=bucket, role_arn=role.role_arn, statements=statements),
            )
        case _:
            assert_never(upload.identity)


def _ready(bucket_name: pulumi.Output[str], chain: Sequence[pulumi.Resource]) -> pulumi.Output[str]:
    """The name of the bucket, for what needs its versions and its policy."""
    last = [resource.urn for resource in chain[-1:]]
    return pulumi.Output.all(bucket_name, *last).apply(lambda found: found[0])


def _key(
    name: str, settings: EtcdBackupSettings, upload: S3Upload, options: pulumi.ResourceOptions
) -> pulumi.Input[str] | None:
    """ARN of the bucket's key, created or existing, or none."""
    storage = upload.storage
    if storage.kms is None or not storage.makes_key:
        return storage.kms_key_arn
    return SnapshotKey(
        f"{name}-snapshots-key",
        storage,
        storage.kms,
        f"Encrypts etcd snapshots of {settings.cluster.name}",
        key_policy(partition_of(storage.region), storage.account_id, key_statements(settings, upload)),
        options,
    ).arn


def _bucket(
    name: str,
    settings: EtcdBackupSettings,
    storage: S3Storage,
    key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
) -> tuple[pulumi.Output[str], Sequence[pulumi.Resource]]:
    """Create the bucket, adopt it, or use the name of one in another account.

    Returns its name, and what changes it before the snapshots, in order.
    """
    if storage.bucket_account_id:
        return pulumi.Output.from_input(storage.bucket), ()
    prefixes = prefixes_to_keep(settings)
    if storage.existing:
        adopted = AdoptedBucket(f"{name}-snapshots", storage, prefixes, options)
        return adopted.bucket_name, [adopted.bucket]
    snapshots = SnapshotBucket(
        f"{name}-snapshots",
        storage,
        bucket_policy(partition_of(storage.region), storage.bucket, storage.policy_statements),
        prefixes,
        key_arn,
        options,
    )
    return snapshots.bucket_name, snapshots.chain


def _provider(
    name: str, storage: S3Storage, identity: AwsSts, planned: PlannedRole, options: pulumi.ResourceOptions
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
    key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
) -> ServiceAccountRole | AdoptedRole:
    """The role, created unless it exists."""
    planned = plan_role(settings, storage, identity)
    provider = _provider(name, storage, identity, planned, options)
    after = waiting_for([provider] if provider else [], options)
    if planned.existing:
        return AdoptedRole(f"{name}-existing-role", planned, after)
    return ServiceAccountRole(
        f"{name}-upload",
        ServiceAccountRoleArgs(
            role_name=planned.name,
            path=planned.path,
            expected_arn=planned.arn,
            description=planned.description,
            trust_policy=planned.trust_policy,
            permission_policy=pulumi.Output.from_input(key_arn).apply(planned.permission_policy),
            permissions_boundary=identity.permissions_boundary,
            oidc_provider_arn=provider.arn if provider else None,
            settle_seconds=settle_seconds(settings),
            policy_name="upload-etcd-snapshots",
            tags=storage.tags,
        ),
        after,
    )
