"""Policies of the store: access only for the roles in its settings."""

from collections.abc import Iterator, Mapping

from openshift_credentials.platforms.aws.policies.document import Statement
from openshift_credentials.platforms.aws.policies.replication import (
    replica_bucket_statement,
    replica_key_statement,
)
from openshift_credentials.stack.parts import share_nothing
from openshift_credentials.systems.etcd_backup.plan.bucket_policies import (
    OwnRoles,
    bucket_statements_of,
    key_statements_of,
)
from openshift_credentials.systems.snapshot_store.settings import SnapshotStoreSettings


def _roles(store: SnapshotStoreSettings) -> OwnRoles:
    """The store creates no role; those that copy to it are of other stacks."""
    return OwnRoles(copiers=[role.role_arn for role in store.copy_roles])


def store_statements(store: SnapshotStoreSettings) -> Iterator[Statement]:
    """Statements of the bucket's policy in addition to TLS."""
    for number, role in enumerate(store.copy_roles, start=1):
        yield replica_bucket_statement(
            store.bucket, role.role_arn, delete_markers=role.delete_markers, number=number
        )
    yield from bucket_statements_of(store, _roles(store))


def store_key_statements(store: SnapshotStoreSettings) -> Iterator[Statement]:
    """Statements of the key's policy in addition to the account's IAM."""
    for number, role in enumerate(store.copy_roles, start=1):
        yield replica_key_statement(role.role_arn, number=number)
    yield from key_statements_of(store, _roles(store))


def store_prefixes(store: SnapshotStoreSettings) -> tuple[str, ...]:
    """Prefixes whose snapshots expire and move; copies stay until somebody deletes them."""
    return tuple(sorted({role.key_prefix.rstrip("/") for role in store.upload_roles}))


def bucket_store_identity(store: SnapshotStoreSettings) -> Mapping[str, str]:
    """What makes the store this one: a change of any of these would replace the bucket."""
    return {
        "bucket": store.bucket,
        "region": store.region,
        "accountId": store.account_id,
        "keeping": store.keeping.value,
    }


shares = share_nothing
