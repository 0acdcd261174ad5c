"""Everybody's access to the buckets of a stack, from the policies that the stack deploys."""

from collections.abc import Iterator

from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.platforms.aws.policies import bucket_policy
from openshift_credentials.platforms.aws.policies.replication import replication_policy
from openshift_credentials.stack.explanation import StoreAccess
from openshift_credentials.systems.etcd_backup.plan import velero
from openshift_credentials.systems.etcd_backup.plan.aws import uploading_role
from openshift_credentials.systems.etcd_backup.plan.bucket_access import (
    Principal,
    Store,
    bucket_access,
    bucket_store,
    named_principals,
)
from openshift_credentials.systems.etcd_backup.plan.bucket_policies import (
    bucket_statements_of,
    example_key_arn,
)
from openshift_credentials.systems.etcd_backup.plan.other_accounts import (
    copy_statements,
    own_roles,
    plan_copy,
)
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings, S3Upload


def access_on_aws(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[StoreAccess]:
    """The rows of the bucket, and of the bucket of the copies."""
    storage = upload.storage
    principals = [*_own_principals(settings, upload), *named_principals(storage)]
    managed = not storage.existing and storage.bucket_account_id is None
    yield from bucket_access(
        bucket_store(
            storage,
            bucket_statements_of(storage, own_roles(settings, upload)),
            managed=managed,
            account_id=storage.bucket_account_id,
        ),
        principals,
    )
    copy = storage.replication
    if copy is None:
        return
    policy = bucket_policy(
        partition_of(copy.region),
        copy.bucket,
        storage.minimum_tls_version,
        copy_statements(settings, upload),
    )
    yield from bucket_access(
        Store(
            bucket=copy.bucket,
            region=copy.region,
            account_id=copy.account_id or storage.account_id,
            policy=None if copy.existing else policy,
            minimum_tls=storage.minimum_tls_version.value,
            lock=None if copy.existing else storage.object_lock,
            keeping=None if copy.existing else storage.keeping,
        ),
        principals,
    )


def _own_principals(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Principal]:
    storage = upload.storage
    key_arn = example_key_arn(storage)
    if role := uploading_role(settings, upload):
        yield Principal(
            who=f"upload role {role.name}{' (as it should be)' if role.existing else ''}",
            arn=role.arn,
            policy=role.permission_policy(key_arn),
            prefix=f"{role.key_prefixes[0].removesuffix('/')}/",
        )
    if settings.oadp.velero.create_identity:
        planned = velero.plan_role(settings, storage)
        yield Principal(
            who=f"Velero's role {planned.name}",
            arn=planned.arn,
            policy=planned.permission_policy(key_arn),
            prefix=f"{planned.prefix}/" if planned.prefix else "",
        )
    if copy := plan_copy(settings, storage):
        yield Principal(
            who=f"S3 itself, with role {copy.role_name}",
            arn=copy.role_arn,
            policy=replication_policy(copy.copy, key_arn),
            replicates=True,
        )
