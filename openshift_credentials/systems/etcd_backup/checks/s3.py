"""Rules between settings of the S3 bucket."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.etcd_backup.checks.s3_bucket import bucket_problems
from openshift_credentials.systems.etcd_backup.checks.tree import S3, BackupTree
from openshift_credentials.systems.etcd_backup.settings import S3Storage
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings

_OF_EVERY_BUCKET: Final = (
    *("bucket", "region", "allow_unknown_region", "account_id", "kms_key_arn", "tags"),
)
"""Settings that an existing bucket has too; all others change the bucket."""


def bucket_is_sound(s3: S3Storage, _: BackupTree) -> Iterator[Notice]:
    """Rules for every bucket."""
    return bucket_problems(s3, S3)


def adopted_bucket_is_not_changed(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """Settings that change a bucket do not apply to one that is only read."""
    if not s3.existing:
        return
    fields = {
        **SnapshotBucketSettings.model_fields,
        "replication": S3Storage.model_fields["replication"],
    }
    for name, field in fields.items():
        path = f"{S3}.{field.alias}"
        if name not in _OF_EVERY_BUCKET and tree.value(path) is not None:
            yield tree.problem(
                path,
                f"would change the bucket, and {S3}.existing leaves it unchanged",
                "remove it, and set it in the stack that creates the bucket",
            )


def other_accounts(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """A bucket of another account exists already, and is the other account's to change."""
    path, owner = f"{S3}.bucketAccountId", s3.bucket_account_id
    if owner == s3.account_id:
        yield tree.problem(
            path,
            "is the account of the role, which is the default",
            "remove it, or set the other account",
        )
    elif owner and not s3.existing:
        yield tree.problem(
            path,
            f"needs {S3}.existing: the stack creates nothing in another account",
            f"set {S3}.existing to true, and create the bucket with a stack in that account whose "
            "uploadRoles include this stack's role",
        )


def conditions_and_perimeter(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """A perimeter denies everybody; only roles that it exempts need conditions of their own.

    It lets readers come from every network, and from no other organization.
    """
    if s3.perimeter is None:
        return
    exempts = s3.perimeter.readers and (
        tree.credentials.restore or tree.oadp.velero.create_identity
    )
    if s3.conditions.source_vpce and s3.perimeter.source_vpce and not exempts:
        yield _repeats_perimeter(tree, "sourceVpce")
    if s3.conditions.principal_org_id and s3.perimeter.principal_org_id:
        yield _repeats_perimeter(tree, "principalOrgID")


def _repeats_perimeter(tree: BackupTree, name: str) -> Notice:
    return tree.problem(
        f"{S3}.conditions.{name}",
        f"repeats for the role what {S3}.perimeter.{name} demands of every principal",
        "remove it",
    )
