"""Permissions of the role: least privilege, from the table of :mod:`.upload_actions`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from openshift_credentials.platforms.aws.arns import bucket_arn
from openshift_credentials.platforms.aws.policies.document import (
    Statement,
    document,
    literal,
    one_or_many,
    s3_services,
)
from openshift_credentials.systems.etcd_backup.rules.upload_actions import (
    ActionPurpose,
    actions_for,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestConditions:
    """Conditions on the role's requests to S3, under the names of the global condition keys.

    ``resource_account`` is the account that must own the bucket: a bucket of another account,
    because of a typing error or a takeover, then receives nothing. ``secure_transport`` requires
    TLS, ``source_vpce`` one of these VPC endpoints, ``resource_org_id`` and ``principal_org_id``
    bucket and role in that organization.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadableCopy:
    """A second bucket from which the role also restores; with a key if it encrypts the copies."""

    account_id: str
    region: str
    bucket: str
    kms_key_arn: str | None = None


def upload_policy(
    partition: str,
    region: str,
    bucket: str,
    key_prefixes: Sequence[str],
    *,
    kms_key_arn: str | None = None,
    restore: bool = False,
    copy: ReadableCopy | None = None,
    conditions: RequestConditions | None = None,
    extra: Sequence[Statement] = (),
) -> str:
    """Upload below the prefixes, use the key for that, and with ``restore`` also read there.

    With ``copy``, the role reads below the same prefixes of that bucket. The prefixes are literal:
    IAM wildcards are escaped. ``conditions`` apply to the requests to S3; only S3 itself can use
    the key (``kms:ViaService``). ``extra`` are statements of the caller, already checked, and come
    last.
    """
    asked = conditions or RequestConditions()
    objects = _below(partition, bucket, key_prefixes)
    statements = [_on_objects(ActionPurpose.UPLOAD, objects, asked)]
    if restore:
        statements.append(_on_objects(ActionPurpose.RESTORE, objects, asked))
    if kms_key_arn:
        statements.append(_on_key(ActionPurpose.ENCRYPT, partition, region, kms_key_arn))
    if copy:
        elsewhere = replace(asked, resource_account=copy.account_id)
        copies = _below(partition, copy.bucket, key_prefixes)
        statements.append(_on_objects(ActionPurpose.RESTORE_COPY, copies, elsewhere))
        if copy.kms_key_arn:
            key = copy.kms_key_arn
            statements.append(_on_key(ActionPurpose.DECRYPT_COPY, partition, copy.region, key))
    return document(*statements, *extra)


def _below(partition: str, bucket: str, key_prefixes: Sequence[str]) -> str | list[str]:
    return one_or_many(
        f"{bucket_arn(partition, bucket)}/{literal(prefix.removesuffix('/'))}/*"
        for prefix in key_prefixes
    )


def _on_objects(purpose: ActionPurpose, objects: object, asked: RequestConditions) -> Statement:
    return {
        "Sid": purpose.value,
        "Effect": "Allow",
        "Action": one_or_many(actions_for(purpose)),
        "Resource": objects,
        **({"Condition": asked.block} if asked.block else {}),
    }


def _on_key(purpose: ActionPurpose, partition: str, region: str, kms_key_arn: str) -> Statement:
    return {
        "Sid": purpose.value,
        "Effect": "Allow",
        "Action": one_or_many(actions_for(purpose)),
        "Resource": kms_key_arn,
        "Condition": {
            "StringEquals": {"kms:ViaService": one_or_many(s3_services(partition, region))}
        },
    }
