"""What the role may do: least privilege, from the table of :mod:`.table`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openshift_credentials.aws.arns import bucket_arn
from openshift_credentials.aws.policies.document import (
    Statement,
    document,
    literal,
    one_or_many,
)
from openshift_credentials.etcd_backup.rules.upload_actions import Purpose, actions_for


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestConditions:
    """Conditions on the role's requests to S3, under the names of the global condition keys.

    ``resource_account`` is the account that must own the bucket: a name of somebody else's
    bucket, mistyped or taken over, then receives nothing. ``secure_transport`` asks for TLS,
    ``source_vpce`` for one of these VPC endpoints, ``resource_org_id`` and ``principal_org_id``
    for bucket and role in that organization.
    """

    resource_account: str | None = None
    secure_transport: bool = False
    source_vpce: tuple[str, ...] = ()
    resource_org_id: str | None = None
    principal_org_id: str | None = None

    @property
    def block(self) -> dict[str, dict[str, object]]:
        """The ``Condition`` element; empty without any condition."""
        equals: dict[str, object] = {}
        if self.resource_account:
            equals["aws:ResourceAccount"] = self.resource_account
        if self.source_vpce:
            equals["aws:SourceVpce"] = one_or_many(self.source_vpce)
        if self.resource_org_id:
            equals["aws:ResourceOrgID"] = self.resource_org_id
        if self.principal_org_id:
            equals["aws:PrincipalOrgID"] = self.principal_org_id
        block: dict[str, dict[str, object]] = {"StringEquals": equals} if equals else {}
        if self.secure_transport:
            block["Bool"] = {"aws:SecureTransport": "true"}
        return block


def upload_policy(
    partition: str,
    region: str,
    bucket: str,
    key_prefixes: Sequence[str],
    *,
    kms_key_arn: str | None = None,
    restore: bool = False,
    conditions: RequestConditions | None = None,
    extra: Sequence[Statement] = (),
) -> str:
    """Upload below the prefixes, use the key for that, and read there if ``restore`` is asked for.

    The prefixes are literal: whatever is a wildcard to IAM is escaped. ``conditions`` hold for
    the requests to S3; the key is used by S3 itself, which ``kms:ViaService`` asks for.
    ``extra`` are statements of the caller, already checked, and come last.
    """
    bucket_conditions = (conditions or RequestConditions()).block
    objects = one_or_many(
        f"{bucket_arn(partition, bucket)}/{literal(prefix.removesuffix('/'))}/*"
        for prefix in key_prefixes
    )
    statements = list(_bucket_statements(objects, bucket_conditions, restore=restore))
    if kms_key_arn:
        statements.append(_key_statement(partition, region, kms_key_arn))
    return document(*statements, *extra)


def _bucket_statements(
    objects: object, conditions: Statement, *, restore: bool
) -> Iterator[Statement]:
    for purpose in (Purpose.UPLOAD, Purpose.RESTORE) if restore else (Purpose.UPLOAD,):
        yield {
            "Sid": purpose.value,
            "Effect": "Allow",
            "Action": one_or_many(actions_for(purpose)),
            "Resource": objects,
            **({"Condition": conditions} if conditions else {}),
        }


def _key_statement(partition: str, region: str, kms_key_arn: str) -> Statement:
    services = [f"s3.{region}.amazonaws.com"]
    if partition == "aws-cn":
        services.append(f"s3.{region}.amazonaws.com.cn")  # both forms occur in China
    return {
        "Sid": Purpose.ENCRYPT.value,
        "Effect": "Allow",
        "Action": actions_for(Purpose.ENCRYPT),
        "Resource": kms_key_arn,
        "Condition": {"StringEquals": {"kms:ViaService": one_or_many(services)}},
    }
