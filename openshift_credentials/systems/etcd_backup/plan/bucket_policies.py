"""Policies of a bucket and its key, from the settings that shape it and the roles that use it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openshift_credentials.platforms.aws.arns import UNKNOWN_KEY_ID, partition_of
from openshift_credentials.platforms.aws.policies.document import Statement
from openshift_credentials.platforms.aws.policies.perimeter import (
    Perimeter,
    key_perimeter_statements,
    perimeter_statements,
)
from openshift_credentials.systems.etcd_backup.rules.elsewhere_policies import (
    RemoteRole,
    bucket_statements,
    key_statements,
)
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRoles:
    """ARNs of the roles that the stack itself uses for the bucket.

    ``uploaders`` is ``None`` with static keys, whose owner is not known. ``copiers`` may also be
    roles of other stacks, which copy to the bucket. ``existing`` are uploaders whose own policies
    the stack does not write, so that only the policy of a new key can let them use it.
    """

    restorers: Sequence[str] = ()
    uploaders: Sequence[str] | None = ()
    copiers: Sequence[str] = ()
    existing: Sequence[RemoteRole] = ()


def remote_roles(bucket: SnapshotBucketSettings) -> list[RemoteRole]:
    """Roles of other accounts that upload to the bucket."""
    return [
        RemoteRole(arn=role.role_arn, key_prefixes=(role.key_prefix,), restore=role.restore)
        for role in bucket.upload_roles
    ]


def plan_perimeter(bucket: SnapshotBucketSettings, own: OwnRoles) -> Perimeter | None:
    """The perimeter of the settings; identities that restore are readers."""
    asked = bucket.perimeter
    if asked is None:
        return None
    restorers = [role.role_arn for role in bucket.upload_roles if role.restore]
    uploaders = None
    if own.uploaders is not None:
        uploaders = [*own.uploaders, *(role.role_arn for role in bucket.upload_roles)]
    return Perimeter(
        readers=[*asked.readers, *restorers, *own.restorers] if asked.readers else (),
        uploaders=uploaders,
        source_vpce=asked.source_vpce,
        principal_org_id=asked.principal_org_id,
        copiers=own.copiers,
        administrators=asked.administrators,
    )


def bucket_statements_of(bucket: SnapshotBucketSettings, own: OwnRoles) -> Iterator[Statement]:
    """Statements of the bucket's policy in addition to TLS: access for and denial of others."""
    yield from bucket_statements(bucket.bucket, remote_roles(bucket))
    if perimeter := plan_perimeter(bucket, own):
        yield from perimeter_statements(partition_of(bucket.region), bucket.bucket, perimeter)


def key_statements_of(bucket: SnapshotBucketSettings, own: OwnRoles) -> Iterator[Statement]:
    """Statements of the key's policy in addition to the account's IAM."""
    yield from key_statements([*remote_roles(bucket), *own.existing])
    if perimeter := plan_perimeter(bucket, own):
        yield from key_perimeter_statements(partition_of(bucket.region), bucket.region, perimeter)


def example_key_arn(bucket: SnapshotBucketSettings) -> str | None:
    """The key of the bucket; AWS assigns the ID of a new one."""
    return unknown_key_arn(bucket, bucket.region) if bucket.makes_key else bucket.kms_key_arn


def unknown_key_arn(bucket: SnapshotBucketSettings, region: str) -> str:
    """ARN of a key that the stack creates in a region; AWS assigns the ID."""
    return f"arn:{partition_of(region)}:kms:{region}:{bucket.account_id}:key/{UNKNOWN_KEY_ID}"
