"""Who can write, read and delete in a bucket and change what protects it: its policies, evaluated.

Source: IAM User Guide, "Policy evaluation logic". Policies of other identities are not known: they
count as if they allowed everything, so that the answer is what the bucket's policy leaves to them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import as_object, object_items, object_member, read_json
from openshift_credentials.platforms.aws.arns import bucket_arn, partition_of
from openshift_credentials.platforms.aws.policies import bucket_policy
from openshift_credentials.platforms.aws.policies.document import document
from openshift_credentials.platforms.aws.policies.evaluation import (
    MissingReason,
    Need,
    Statement,
    access,
    parse_policy,
)
from openshift_credentials.platforms.aws.policies.judgement import many
from openshift_credentials.stack.base import Keeping
from openshift_credentials.stack.explanation import StoreAccess
from openshift_credentials.systems.etcd_backup.settings.s3_bucket import SnapshotBucketSettings
from openshift_credentials.systems.etcd_backup.settings.s3_groups import ObjectLock, ObjectLockMode

YES: Final = "yes"
NO: Final = "no"
BY_IAM: Final = "by IAM"
CONDITIONAL: Final = "conditional"
BY_OWNER: Final = "by its owner"

_WRITE: Final = ("s3:PutObject",)
_READ: Final = ("s3:GetObject", "s3:GetObjectVersion")
_DELETE: Final = ("s3:DeleteObject", "s3:DeleteObjectVersion")
_IN_REPLICATION: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    _WRITE: ("s3:ReplicateObject",),
    _READ: ("s3:GetObjectVersionForReplication",),
    _DELETE: ("s3:ReplicateDelete",),
}
_PROTECTIONS: Final = (
    "s3:PutBucketPolicy",
    "s3:PutBucketVersioning",
    "s3:PutLifecycleConfiguration",
    "s3:PutReplicationConfiguration",
    "s3:PutBucketObjectLockConfiguration",
)
_BYPASS: Final = ("s3:BypassGovernanceRetention",)
_EVERYTHING: Final = document({"Effect": "Allow", "Action": "*", "Resource": "*"})
_DESTROYS: Final = {
    Keeping.PROTECTED: "no: protect",
    Keeping.LEFT_BEHIND: "no: retainOnDestroy",
    Keeping.DELETED: "an empty bucket",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """An identity by its ARN; ``policy`` is ``None`` if its permissions are not the stack's.

    With ``replicates``, S3 itself uses it, with the actions that are for replication alone.
    """

    who: str
    arn: str
    policy: str | None = None
    prefix: str = ""
    replicates: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A bucket and its policy; ``policy`` is ``None`` if the stack does not write it."""

    bucket: str
    region: str
    account_id: str
    policy: str | None
    minimum_tls: str
    lock: ObjectLock | None = None
    keeping: Keeping | None = None


def bucket_store(
    storage: SnapshotBucketSettings,
    statements: Iterable[Mapping[str, object]],
    *,
    managed: bool = True,
    account_id: str | None = None,
) -> Store:
    """The bucket of the settings, with the policy that the stack writes if it is ``managed``.

    ``statements`` are those of the policy in addition to TLS.
    """
    partition, minimum = partition_of(storage.region), storage.minimum_tls_version
    return Store(
        bucket=storage.bucket,
        region=storage.region,
        account_id=account_id or storage.account_id,
        policy=bucket_policy(partition, storage.bucket, minimum, statements) if managed else None,
        minimum_tls=minimum.value,
        lock=storage.object_lock if managed else None,
        keeping=storage.keeping if managed else None,
    )


def named_principals(storage: SnapshotBucketSettings) -> Iterator[Principal]:
    """Roles that the settings of a bucket name: uploaders of others, readers, administrators."""
    for role in storage.upload_roles:
        prefix = f"{role.key_prefix.removesuffix('/')}/"
        yield Principal(who=f"role {role.role_arn}", arn=role.role_arn, prefix=prefix)
    if storage.perimeter:
        for arn in dict.fromkeys((*storage.perimeter.readers, *storage.perimeter.administrators)):
            yield Principal(who=f"role {arn}", arn=arn)


def bucket_access(store: Store, principals: Sequence[Principal]) -> Iterator[StoreAccess]:
    """One row for each principal, for the rest of the account, and for the stack itself."""
    partition = partition_of(store.region)
    of_account = f"arn:{partition}:iam::{store.account_id}"
    everybody = (
        *principals,
        Principal(who=f"others of account {store.account_id}", arn=f"{of_account}:role/of-others"),
        Principal(who=f"root user of account {store.account_id}", arn=f"{of_account}:root"),
    )
    first_of_each = {item.arn: item for item in reversed(everybody)}
    yield from (_row(store, principal) for principal in reversed(first_of_each.values()))
    if store.keeping:
        yield StoreAccess(
            store=f"bucket {store.bucket}",
            who="pulumi destroy",
            write=NO,
            read=NO,
            delete=_DESTROYS[store.keeping],
            protections="with the bucket",
        )


def _row(store: Store, principal: Principal) -> StoreAccess:
    bucket = bucket_arn(partition_of(store.region), store.bucket)
    objects = f"{bucket}/{principal.prefix}*"
    delete = _answer(store, principal, _actions(principal, _DELETE), objects)
    if store.lock and delete != NO:
        bypasses = store.lock.mode is ObjectLockMode.GOVERNANCE and (
            _answer(store, principal, _BYPASS, objects) != NO
        )
        delete = f"{delete}, by bypassing the lock" if bypasses else f"after {store.lock.days} days"
    return StoreAccess(
        store=f"bucket {store.bucket}",
        who=principal.who,
        write=_answer(store, principal, _actions(principal, _WRITE), objects),
        read=_answer(store, principal, _actions(principal, _READ), objects),
        delete=delete,
        protections=_answer(store, principal, _PROTECTIONS, bucket),
    )


def _actions(principal: Principal, direct: tuple[str, ...]) -> Sequence[str]:
    return _IN_REPLICATION[direct] if principal.replicates else direct


def _answer(store: Store, principal: Principal, actions: Sequence[str], resource: str) -> str:
    """The best answer for any of the actions."""
    context = {
        "aws:PrincipalArn": principal.arn,
        "aws:PrincipalAccount": principal.arn.split(":")[4],
        "aws:PrincipalIsAWSService": "false",
        "aws:ResourceAccount": store.account_id,
        "aws:SecureTransport": "true",
        "aws:ViaAWSService": "false",
        "s3:TlsVersion": store.minimum_tls,
    }
    account = principal.arn.split(":")[4]
    of_bucket = list(_for_account(store.policy, account)) if store.policy else []
    own = list(parse_policy(principal.policy or _EVERYTHING))
    elsewhere = account != store.account_id and principal.policy is None
    if elsewhere and store.policy is None:
        return BY_OWNER
    statements = of_bucket if elsewhere else [*own, *of_bucket]
    reasons = {access(statements, Need(action, resource), context) for action in actions}
    if None in reasons:
        if principal.policy is None:
            return BY_IAM if store.policy else BY_OWNER
        return YES if store.policy else f"{YES}, if its owner agrees"
    return CONDITIONAL if MissingReason.CONDITIONAL in reasons else NO


def _for_account(policy: str, account: str) -> Iterator[Statement]:
    """The statements of a bucket's policy about principals of an account."""
    for statement in object_items(as_object(read_json(policy)), "Statement"):
        principal = statement["Principal"]
        named = many(object_member(statement, "Principal").get("AWS"))
        if principal != "*" and not any(f":{account}:" in arn for arn in named):
            continue
        rest = {key: value for key, value in statement.items() if key != "Principal"}
        yield from parse_policy(document(rest))
