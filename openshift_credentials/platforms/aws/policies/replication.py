"""The role with which S3 copies snapshots to a second bucket.

Source: Amazon S3 User Guide, "Setting up permissions for live replication" and "Replicating
encrypted objects".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.aws.arns import S3_SERVICE, bucket_arn
from openshift_credentials.platforms.aws.policies.document import (
    Statement,
    account_of,
    document,
    one_or_many,
    s3_services,
)

RULE_ID: Final = "copy-snapshots"
"""ID of the only replication rule, which its metrics name."""

_READ_LOCKS: Final = ("s3:GetObjectLegalHold", "s3:GetObjectRetention")
"""Source: Amazon S3 User Guide, "Object Lock considerations", replication."""

_ENCRYPT: Final = ("kms:Decrypt", "kms:Encrypt")
"""Uses of the key of the copies; ``kms:GenerateDataKey``, which uploaders need, is not among them.

With a bucket key, S3 decrypts to verify that key before it encrypts a copy.

Source: Amazon S3 User Guide, "Replicating encrypted objects", with its section "Amazon S3 Bucket
Keys and replication".
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """Source and destination; a key ARN is set if that side encrypts with a KMS key.

    ``locked`` is true if the source has object lock: S3 then also replicates the retention.
    """

    partition: str
    account_id: str
    bucket: str
    region: str
    target_account_id: str
    target_bucket: str
    target_region: str
    delete_markers: bool = False
    target_key_arn: str | None = None
    locked: bool = False

    @property
    def leaves_the_account(self) -> bool:
        """Whether the copy belongs to another account."""
        return self.target_account_id != self.account_id


def replication_trust_policy() -> str:
    """S3 itself, in the form that its documentation has.

    No condition names the bucket or its account: nothing says that S3 sends ``aws:SourceArn`` and
    ``aws:SourceAccount`` when it assumes a role for replication, and with a condition that does not
    hold no snapshot is copied. Another account cannot make S3 use the role either, because whoever
    configures replication needs ``iam:PassRole`` for it, which no other account can have.

    Source: Amazon S3 User Guide, "Setting up permissions for live replication"; IAM User Guide,
    "Grant a user permissions to pass a role to an AWS service".
    """
    return document(
        {"Effect": "Allow", "Principal": {"Service": S3_SERVICE}, "Action": "sts:AssumeRole"}
    )


def replication_policy(copy: Copy, key_arn: str | None) -> str:
    """Read versions here and write copies there; delete markers only if they are copied.

    ``key_arn`` is the key of the snapshots, which may be known later than ``copy``.
    """
    return document(*_statements(copy, key_arn))


def _statements(copy: Copy, key_arn: str | None) -> Iterator[Statement]:
    source = bucket_arn(copy.partition, copy.bucket)
    yield {
        "Sid": "ReadReplicationOfBucket",
        "Effect": "Allow",
        "Action": ["s3:GetReplicationConfiguration", "s3:ListBucket"],
        "Resource": source,
    }
    yield {
        "Sid": "ReadSnapshotVersions",
        "Effect": "Allow",
        "Action": [
            *(_READ_LOCKS if copy.locked else ()),
            "s3:GetObjectVersionAcl",
            "s3:GetObjectVersionForReplication",
            "s3:GetObjectVersionTagging",
        ],
        "Resource": f"{source}/*",
    }
    yield {
        "Sid": "WriteCopies",
        "Effect": "Allow",
        "Action": copy_actions(copy),
        "Resource": f"{bucket_arn(copy.partition, copy.target_bucket)}/*",
        "Condition": {"StringEquals": {"aws:ResourceAccount": copy.target_account_id}},
    }
    if key_arn:
        yield _through(copy, "DecryptSnapshots", ["kms:Decrypt"], key_arn, copy.region)
    if copy.target_key_arn:
        yield _through(copy, "EncryptCopies", _ENCRYPT, copy.target_key_arn, copy.target_region)


def copy_actions(copy: Copy) -> list[str]:
    """Actions of the role in the second bucket."""
    return _copy_actions(
        delete_markers=copy.delete_markers, leaves_the_account=copy.leaves_the_account
    )


def _copy_actions(*, delete_markers: bool, leaves_the_account: bool) -> list[str]:
    actions = ["s3:ReplicateObject", "s3:ReplicateTags"]
    if delete_markers:
        actions.append("s3:ReplicateDelete")
    if leaves_the_account:
        actions.append("s3:ObjectOwnerOverrideToBucketOwner")
    return sorted(actions)


def replica_bucket_statement(
    bucket: str, role_arn: str, *, delete_markers: bool, number: int = 1
) -> Statement:
    """Statement for the policy of a second bucket in an account other than the role's."""
    return {
        "Sid": f"CopiesFromElsewhere{number}",
        "Effect": "Allow",
        **account_of(role_arn),
        "Action": _copy_actions(delete_markers=delete_markers, leaves_the_account=True),
        "Resource": f"{bucket_arn(role_arn.split(':')[1], bucket)}/*",
    }


def replica_key_statement(role_arn: str, *, number: int = 1) -> Statement:
    """Statement for the policy of the key that encrypts the copies; ``*`` is the key itself.

    Source: Amazon S3 User Guide, "Replicating encrypted objects" (cross-account scenarios).
    """
    return {
        "Sid": f"EncryptCopiesFromElsewhere{number}",
        "Effect": "Allow",
        **account_of(role_arn),
        "Action": list(_ENCRYPT),
        "Resource": "*",
    }


def _through(copy: Copy, sid: str, actions: Sequence[str], key_arn: str, region: str) -> Statement:
    return {
        "Sid": sid,
        "Effect": "Allow",
        "Action": one_or_many(actions),
        "Resource": key_arn,
        "Condition": {
            "StringEquals": {"kms:ViaService": one_or_many(s3_services(copy.partition, region))}
        },
    }
