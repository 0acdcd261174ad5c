"""Everything that a backup to S3 needs on AWS: bucket, key, and the role that uploads."""

from collections.abc import Mapping, Sequence

import pulumi
from pulumi import Input, Output, Resource, ResourceOptions
from pulumi_aws import iam

from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.etcd_backup.plan import S3Plan
from openshift_credentials.systems.etcd_backup.rules.adopted import assert_existing_role, trust_notices
from openshift_credentials.systems.etcd_backup.settings import AwsSts

from ..aws import OidcProvider, ServiceAccountRole, in_account
from ..base.component import Component, waiting_for
from ..base.engine import runs_on_an_engine
from ..base.errors import log_notice, stopping_the_program
from .s3_bucket import AdoptedBucket, SnapshotBucket, SnapshotKey
from .target import S3Outputs, UploadTarget


def s3_target(name: str, plan: S3Plan, opts: ResourceOptions) -> UploadTarget:
    """Create bucket and identity in the account of the settings, and in no other."""
    storage = plan.storage
    options = in_account(name, storage.region, storage.account_id, opts)
    key_arn: Input[str] | None = storage.kms_key_arn
    if storage.kms and storage.makes_key:
        key_arn = SnapshotKey(f"{name}-snapshots-key", plan, storage.kms, options).arn
    bucket_name, last = _bucket(f"{name}-snapshots", plan, key_arn, options)
    # For what needs the versions and the policy of the bucket.
    ready = Output.all(bucket_name, *(link.urn for link in last)).apply(lambda found: found[0])
    role = _role(name, plan, plan.role, key_arn, options) if plan.role else None
    role_arn = role.role_arn if role else None
    return UploadTarget(
        assigned=bucket_name.apply(lambda _: role_arn),
        needed_first=(*last, *(role.settled if role else ())),
        outputs=S3Outputs(bucket=ready, role_arn=role_arn, statements=plan.statements_elsewhere),
    )


def _bucket(
    name: str, plan: S3Plan, key_arn: Input[str] | None, options: ResourceOptions
) -> tuple[Output[str], Sequence[Resource]]:
    """Create the bucket, adopt it, or use the name of one in another account.

    Returns its name, and the last of what changes it before the snapshots.
    """
    storage = plan.storage
    if storage.bucket_account_id:
        return Output.from_input(storage.bucket), ()
    if storage.existing:
        adopted = AdoptedBucket(name, plan, options)
        return adopted.bucket_name, [adopted.bucket]
    snapshots = SnapshotBucket(name, plan, key_arn, options)
    return snapshots.bucket_name, snapshots.chain[-1:]


def _role(
    name: str, plan: S3Plan, identity: AwsSts, key_arn: Input[str] | None, options: ResourceOptions
) -> "ServiceAccountRole | AdoptedRole":
    """The role, created unless it exists, after the OIDC provider if the stack creates that."""
    storage, cluster, provider = plan.storage, plan.settings.cluster, None
    if identity.create_oidc_provider:
        provider = OidcProvider(
            f"{name}-issuer",
            cluster.oidc_issuer,
            plan.provider_arns,
            options,
            keeping=Keeping.LEFT_BEHIND if identity.retain_oidc_provider else Keeping.DELETED,
            tags=storage.tags,
        )
    after = waiting_for([provider] if provider else [], options)
    if identity.existing_role:
        return AdoptedRole(f"{name}-existing-role", plan, after)
    return ServiceAccountRole(
        f"{name}-upload",
        plan.identity_name,
        plan.role_arn,
        after,
        path=identity.role_path,
        description=f"Uploads etcd snapshots of {cluster.name} to {storage.bucket}",
        trust_policy=plan.trust_policy,
        permission_policy=Output.from_input(key_arn).apply(plan.permission_policy),
        policy_name="upload-etcd-snapshots",
        permissions_boundary=identity.permissions_boundary,
        oidc_provider=provider,
        settle_seconds=plan.settle_seconds,
        tags=storage.tags,
    )


class AdoptedRole(Component):
    """A role outside the stack: read, but never changed or deleted.

    A trust policy that does not admit a service account is a warning, at preview too. A role with another path than the
    settings stops the program: on update, :attr:`role_arn` is known only after this check.
    """

    TYPE = "aws:AdoptedRole"

    def __init__(self, name: str, plan: S3Plan, opts: ResourceOptions) -> None:
        super().__init__(name, opts)
        self._plan = plan
        self.role = iam.Role.get(name, plan.identity_name, opts=self.child())
        found = Output.all(arn=self.role.arn, trust_policy=self.role.assume_role_policy).apply(self._judge)
        self.role_arn = (
            Output.from_input(plan.role_arn) if pulumi.runtime.is_dry_run() else found.apply(lambda _: plan.role_arn)
        )
        self.settled: Sequence[Resource] = (self.role,)
        self.done(roleArn=self.role_arn)

    def _judge(self, read: Mapping[str, str | None]) -> None:
        plan = self._plan
        if read["arn"] is None and not runs_on_an_engine():
            return
        with stopping_the_program():
            assert_existing_role(plan.role_arn, str(read["arn"]))
        for notice in trust_notices(read["trust_policy"], plan.provider_arns, plan.trusted):
            log_notice(notice.at(f"role {plan.identity_name}"), self.role)
