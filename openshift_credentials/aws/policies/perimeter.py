"""What a bucket and its key refuse to all but a few, whatever other policies allow.

Only requests for objects, and uses of the key, are refused. Whoever deploys can always change the
policy again: a bucket whose policy nobody may change can be opened by the root user alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.aws.arns import bucket_arn
from openshift_credentials.aws.policies.document import Statement, one_or_many, s3_services

_READ_AND_DELETE: Final = (
    "s3:BypassGovernanceRetention",
    "s3:DeleteObject",
    "s3:DeleteObjectVersion",
    "s3:GetObject",
    "s3:GetObjectVersion",
    "s3:PutObjectRetention",
)
"""What reads a snapshot or ends it. S3's own lifecycle and replication need none of these."""

_OBJECTS: Final = (*_READ_AND_DELETE, "s3:PutObject")

_DECRYPT: Final = ("kms:Decrypt", "kms:ReEncryptFrom")

_USE: Final = (
    *_DECRYPT,
    "kms:Encrypt",
    "kms:GenerateDataKey",
    "kms:GenerateDataKeyWithoutPlaintext",
    "kms:ReEncryptTo",
)
"""What encrypts and decrypts with a key; neither its policy nor its life."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Perimeter:
    """Who passes, and from where.

    ``readers`` are ARNs of roles that may read and delete, by way of break-glass or restore; they
    pass from everywhere. ``uploaders`` are ARNs of all roles that upload, which decrypt while they
    upload in parts; ``None`` where they are not known, as of static keys. ``copier`` is the role
    with which S3 copies, which comes from S3's own network.
    """

    readers: Sequence[str] = ()
    uploaders: Sequence[str] | None = None
    source_vpce: Sequence[str] = ()
    principal_org_id: str | None = None
    copier: str | None = None
    blocks_customer_keys: bool = True

    @property
    def from_everywhere(self) -> Sequence[str]:
        """Roles that the network does not matter for."""
        return [*self.readers, *([self.copier] if self.copier else [])]


def perimeter_statements(partition: str, bucket: str, perimeter: Perimeter) -> Iterator[Statement]:
    """The statements, all of which deny.

    Without readers nobody is refused for who he is; without endpoints and organization nobody for
    where he comes from. Calls that an AWS service makes for somebody (``aws:ViaAWSService``) come
    from the service's network, and services themselves belong to no organization.
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
    if perimeter.blocks_customer_keys:
        yield {
            **deny,
            "Sid": "DenyKeysOfCustomers",
            "Action": "s3:PutObject",
            "Condition": {"Null": {"s3:x-amz-server-side-encryption-customer-algorithm": "false"}},
        }


def key_perimeter_statements(
    partition: str, region: str, perimeter: Perimeter
) -> Iterator[Statement]:
    """The same for the KMS key of the bucket: a second lock, which the bucket's policy cannot open.

    S3 uses the key with the identity of its caller. So readers and uploaders are let through, and
    readers alone may decrypt without S3. Where the uploaders are not known, whoever comes through
    S3 passes here, and the bucket's policy decides.

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


_NO_SERVICE: Final = {"BoolIfExists": {"aws:PrincipalIsAWSService": "false"}}


def _from_outside(
    deny: Statement, actions: Sequence[str], perimeter: Perimeter
) -> Iterator[Statement]:
    """Refuse other networks and other organizations."""
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
