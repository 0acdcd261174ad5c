"""Access of other accounts to the store."""

from collections.abc import Iterator

from openshift_credentials.stack.explanation import Explanation, Permission
from openshift_credentials.systems.etcd_backup.plan.bucket_access import (
    Principal,
    bucket_access,
    bucket_store,
    named_principals,
)
from openshift_credentials.systems.etcd_backup.rules.upload_actions import (
    ActionPurpose,
    actions_for,
)
from openshift_credentials.systems.snapshot_store.plan import store_statements
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings


def explain(store: SnapshotStoreSettings) -> Explanation:
    """The store has no identity of its own: roles of other accounts use it."""
    return Explanation(
        f"roles of other accounts in bucket {store.bucket} of account {store.account_id}",
        ways=(),
        permissions=tuple(_permissions(store)),
        remarks=tuple(_remarks(store)),
        access=tuple(
            bucket_access(
                bucket_store(store, store_statements(store)),
                [*named_principals(store), *_copiers(store)],
            )
        ),
    )


def _copiers(store: SnapshotStoreSettings) -> Iterator[Principal]:
    """Roles with which S3 copies into the bucket."""
    for role in store.copy_roles:
        yield Principal(
            who=f"S3 itself, with role {role.role_arn}", arn=role.role_arn, replicates=True
        )


def _permissions(store: SnapshotStoreSettings) -> Iterator[Permission]:
    for role in store.upload_roles:
        actions = actions_for(ActionPurpose.UPLOAD)
        if role.restore:
            actions += actions_for(ActionPurpose.RESTORE)
        yield Permission(
            actions=tuple(actions),
            scope=f"{store.bucket}/{role.key_prefix.rstrip('/')}/*",
            why=f"{role.role_arn} uploads snapshots"
            + (" and reads them in a restore" if role.restore else ""),
        )
    for role in store.copy_roles:
        yield Permission(
            actions=("s3:ReplicateObject",),
            scope=f"{store.bucket}/*",
            why=f"S3 copies snapshots as {role.role_arn}",
        )


def _remarks(store: SnapshotStoreSettings) -> Iterator[str]:
    yield (
        "Each role also needs the same permissions in its own policy, which its own stack creates"
    )
    if not any(role.restore for role in store.upload_roles):
        yield "None of them can read a snapshot"
    yield "None of them can delete a snapshot or a version"
    for statement in store_statements(store):
        if statement["Effect"] == "Deny":
            yield (
                f"The bucket's policy denies ({statement['Sid']}), which overrides all other "
                "policies"
            )
    if store.perimeter is None:
        yield (
            "Everybody with permissions in the account's IAM can read and delete. Use "
            "snapshotStore.perimeter to restrict that"
        )
