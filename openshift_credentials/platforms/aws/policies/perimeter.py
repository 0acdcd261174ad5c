"""Access that a bucket and its key deny to all but a few, whatever other policies allow.

Requests for objects, and uses of the key, are denied, and with administrators also changes of what
protects them. The root user of an account is never denied a change: nobody else could restore
access if all administrators were gone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws.arns import bucket_arn
from openshift_credentials.platforms.aws.policies.document import (
    Statement,
    one_or_many,
    s3_services,
)

_READ_AND_DELETE: Final = (
    "s3:BypassGovernanceRetention",
    "s3:DeleteObject",
    "s3:DeleteObjectVersion",
    "s3:GetObject",
    "s3:GetObjectVersion",
    "s3:PutObjectRetention",
)
"""Actions that read or delete a snapshot. S3 lifecycle and replication need none of these."""

_OBJECTS: Final = (*_READ_AND_DELETE, "s3:PutObject")

PROTECTION: Final = (
    "s3:DeleteBucket",
    "s3:DeleteBucketPolicy",
    "s3:PutBucketObjectLockConfiguration",
    "s3:PutBucketOwnershipControls",
    "s3:PutBucketPolicy",
    "s3:PutBucketPublicAccessBlock",
    "s3:PutBucketVersioning",
    "s3:PutEncryptionConfiguration",
    "s3:PutLifecycleConfiguration",
    "s3:PutReplicationConfiguration",
)
"""Actions that change or remove the protection of snapshots in a bucket.

Source: Service Authorization Reference, "Actions, resources, and condition keys for Amazon S3":
each deletion of a configuration is authorized as the action that sets it.
"""

_KEY_PROTECTION: Final = (
    "kms:DisableKey",
    "kms:DisableKeyRotation",
    "kms:PutKeyPolicy",
    "kms:ScheduleKeyDeletion",
)
"""Actions that make snapshots unreadable or change the policy of their key."""

_DECRYPT: Final = ("kms:Decrypt", "kms:ReEncryptFrom")

_USE: Final = (
    *_DECRYPT,
    "kms:Encrypt",
    "kms:GenerateDataKey",
    "kms:GenerateDataKeyWithoutPlaintext",
    "kms:ReEncryptTo",
)
"""Actions that encrypt and decrypt with a key, without its policy and deletion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Perimeter:
    """Allowed roles and networks.

    ``readers`` are ARNs of roles that can read and delete, for emergencies or a restore, from all
    networks. ``uploaders`` are ARNs of all roles that upload, which decrypt during multipart
    uploads; ``None`` if they are not known, as with static keys. ``copiers`` are the roles for
    replication, which use S3's own network. ``administrators`` are ARNs of the only roles that can
    change the protection of bucket and key.
    """

    readers: Sequence[str] = ()
    uploaders: Sequence[str] | None = None
    source_vpce: Sequence[str] = ()
    principal_org_id: str | None = None
    copiers: Sequence[str] = ()
    administrators: Sequence[str] = ()

    @property
    def from_everywhere(self) -> Sequence[str]:
        """Roles that are allowed from all networks."""
        return [*self.readers, *self.copiers]


def perimeter_statements(partition: str, bucket: str, perimeter: Perimeter) -> Iterator[Statement]:
    """The deny statements.

    Without readers, no role is denied; without endpoints and organization, no network is denied.
    Calls that an AWS service makes on behalf of a principal (``aws:ViaAWSService``) come from the
    service's network, and services themselves belong to no organization.
    """
    objects = f"{bucket_arn(partition, bucket)}/*"
    deny: Statement = {"Effect": "Deny", "Principal": "*", "Resource": objects}
    if perimeter.readers:
        yield {
            **deny,
            "Sid": "DenyReadersButThese",
            "Action": list(_READ_AND_DELETE),
            "Condition": {"ArnNotEquals": {"aws:PrincipalArn": one_or_many(perimeter.readers)}},
        }
    yield from _from_outside(deny, _OBJECTS, perimeter)
    if perimeter.administrators:
        yield {
            **deny,
            "Sid": "DenyChangesButThese",
            "Action": list(PROTECTION),
            "Resource": bucket_arn(partition, bucket),
            "Condition": _unless(_administrators(partition, perimeter), {}),
        }


def key_perimeter_statements(
    partition: str, region: str, perimeter: Perimeter
) -> Iterator[Statement]:
    """The same for the KMS key of the bucket, which the bucket's policy cannot override.

    S3 uses the key with the identity of its caller. So readers and uploaders are allowed, and only
    readers can decrypt without S3. If the uploaders are not known, every caller of S3 is allowed
    here, and the bucket's policy decides.

    Source: AWS KMS Developer Guide, "AWS KMS condition keys" (``kms:ViaService``), and Amazon S3
    User Guide, "Uploading and copying objects using multipart upload" (``kms:Decrypt``).
    """
    deny: Statement = {"Effect": "Deny", "Principal": "*", "Resource": "*"}
    if perimeter.readers:
        if perimeter.uploaders is not None:
            yield {
                **deny,
                "Sid": "DenyDecryptButThese",
                "Action": list(_DECRYPT),
                "Condition": _unless(
                    [*perimeter.from_everywhere, *perimeter.uploaders], _NO_SERVICE
                ),
            }
        yield {
            **deny,
            "Sid": "DenyDecryptOutsideS3",
            "Action": list(_DECRYPT),
            "Condition": _unless(
                perimeter.readers,
                {
                    "StringNotEqualsIfExists": {
                        "kms:ViaService": one_or_many(s3_services(partition, region))
                    },
                    **_NO_SERVICE,
                },
            ),
        }
    yield from _from_outside(deny, _USE, perimeter)
    if perimeter.administrators:
        yield {
            **deny,
            "Sid": "DenyChangesButThese",
            "Action": list(_KEY_PROTECTION),
            "Condition": _unless(_administrators(partition, perimeter), {}),
        }


def _administrators(partition: str, perimeter: Perimeter) -> Sequence[str]:
    """The administrators, and the root user of whatever account owns the bucket or the key.

    S3 never denies a root user its bucket's policy, KMS does.

    Source: Amazon S3 API Reference, "PutBucketPolicy".
    """
    return [f"arn:{partition}:iam::*:root", *perimeter.administrators]


def assert_administrator(session: str, administrators: Sequence[str]) -> None:
    """Raise :class:`ContractError` if a session could not undo what it is about to write.

    ``session`` is the ARN of the answer to ``GetCallerIdentity``, in which a role has no path.
    """
    account, _, identity = session.split(":", 4)[4].partition(":")
    kind, _, rest = identity.partition("/")
    roles = {(arn.split(":")[4], arn.rpartition("/")[2]) for arn in administrators}
    if identity != "root" and (
        kind != "assumed-role" or (account, rest.split("/")[0]) not in roles
    ):
        raise ContractError(
            f"the session is {session}, which is none of perimeter.administrators: it could not "
            "change the policy again that it is about to write; sign in with one of these roles, "
            "or add the role of the session"
        )


_NO_SERVICE: Final = {"BoolIfExists": {"aws:PrincipalIsAWSService": "false"}}


def _from_outside(
    deny: Statement, actions: Sequence[str], perimeter: Perimeter
) -> Iterator[Statement]:
    """Deny other networks and other organizations."""
    if perimeter.source_vpce:
        yield {
            **deny,
            "Sid": "DenyOtherNetworks",
            "Action": list(actions),
            "Condition": _unless(
                perimeter.from_everywhere,
                {
                    "StringNotEqualsIfExists": {
                        "aws:SourceVpce": one_or_many(perimeter.source_vpce)
                    },
                    "BoolIfExists": {"aws:ViaAWSService": "false"},
                },
            ),
        }
    if perimeter.principal_org_id:
        yield {
            **deny,
            "Sid": "DenyOtherOrganizations",
            "Action": list(actions),
            "Condition": {
                "StringNotEqualsIfExists": {"aws:PrincipalOrgID": perimeter.principal_org_id},
                **_NO_SERVICE,
            },
        }


def _unless(
    exempt: Sequence[str], conditions: Mapping[str, Mapping[str, object]]
) -> Mapping[str, Mapping[str, object]]:
    if not exempt:
        return conditions
    return {**conditions, "ArnNotEquals": {"aws:PrincipalArn": one_or_many(exempt)}}
