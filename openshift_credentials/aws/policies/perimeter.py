"""What a bucket refuses to all but a few, whatever other policies allow.

Only requests for objects are refused. Whoever deploys can always change the policy again: a bucket
whose policy nobody may change can be opened by the root user alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.aws.arns import bucket_arn
from openshift_credentials.aws.policies.document import Statement, one_or_many

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Perimeter:
    """Who passes, and from where.

    ``readers`` are ARNs of roles that may read and delete, by way of break-glass or restore; they
    pass from everywhere. ``copier`` is the role with which S3 copies, which comes from S3's own
    network.
    """

    readers: Sequence[str] = ()
    source_vpce: Sequence[str] = ()
    principal_org_id: str | None = None
    copier: str | None = None
    blocks_customer_keys: bool = True


def perimeter_statements(partition: str, bucket: str, perimeter: Perimeter) -> Iterator[Statement]:
    """The statements, all of which deny.

    Without readers nobody is refused for who he is; without endpoints and organization nobody for
    where he comes from. Calls that an AWS service makes for somebody (``aws:ViaAWSService``) come
    from the service's network, and services themselves belong to no organization.
    """
    objects = f"{bucket_arn(partition, bucket)}/*"
    deny: Statement = {"Effect": "Deny", "Principal": "*", "Resource": objects}
    exempt = [*perimeter.readers, *([perimeter.copier] if perimeter.copier else [])]
    if perimeter.readers:
        yield {
            **deny,
            "Sid": "DenyReadersButThese",
            "Action": list(_READ_AND_DELETE),
            "Condition": {"ArnNotEquals": {"aws:PrincipalArn": one_or_many(perimeter.readers)}},
        }
    if perimeter.source_vpce:
        yield {
            **deny,
            "Sid": "DenyOtherNetworks",
            "Action": list(_OBJECTS),
            "Condition": _unless(
                exempt,
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
            "Action": list(_OBJECTS),
            "Condition": {
                "StringNotEqualsIfExists": {"aws:PrincipalOrgID": perimeter.principal_org_id},
                "BoolIfExists": {"aws:PrincipalIsAWSService": "false"},
            },
        }
    if perimeter.blocks_customer_keys:
        yield {
            **deny,
            "Sid": "DenyKeysOfCustomers",
            "Action": "s3:PutObject",
            "Condition": {"Null": {"s3:x-amz-server-side-encryption-customer-algorithm": "false"}},
        }


def _unless(
    exempt: Sequence[str], conditions: Mapping[str, Mapping[str, object]]
) -> Mapping[str, Mapping[str, object]]:
    if not exempt:
        return conditions
    return {**conditions, "ArnNotEquals": {"aws:PrincipalArn": one_or_many(exempt)}}
