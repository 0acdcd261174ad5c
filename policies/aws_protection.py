"""Rules about AWS: what protects the buckets of snapshots and issuers from their own account."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import is_object, one_or_many, read_json
from openshift_credentials.platforms.aws.arns import PARTITIONS, bucket_arn
from openshift_credentials.platforms.aws.policies.document import document
from openshift_credentials.platforms.aws.policies.evaluation import (
    MissingReason,
    Need,
    access,
    parse_policy,
)
from openshift_credentials.platforms.aws.policies.perimeter import PROTECTION
from openshift_credentials.systems.etcd_backup.rules.adopted_bucket import refuses_plain_http
from policies.aws import BUCKET_POLICY, has_versioning, policy_text, settings_of, types_of
from policies.resources import UNKNOWN, Resources, StackResource, has_unknown, items_at, value_at
from policies.rule import Configuration, Violations
from policies.stores import BUCKETS, may_cover, name_of_store, of_bucket, stores

_REPLICATION: Final = "aws:s3/bucketReplicationConfig:BucketReplicationConfig"
_OF_ISSUERS: Final = "openshift-credentials:aws:DocumentBucket"


def unguarded_bucket(resources: Resources, configuration: Configuration) -> Violations:
    """Buckets of snapshots whose protection any administrator of the account can change."""
    for bucket, name in stores(resources, configuration, *BUCKETS):
        found = _policy(resources, bucket)
        if not isinstance(name, str) or found is UNKNOWN:
            continue
        if open_to := [action for action in PROTECTION if not _is_denied(found, action, name)]:
            said = f"the policy of bucket {name} lets every role of the account use "
            yield bucket, f"{said}{', '.join(open_to)}; see perimeter.administrators"


def _policy(resources: Resources, bucket: StackResource) -> object:
    """The text of the policy, ``None`` without one, or UNKNOWN."""
    policies = [policy.at("policy") for policy in of_bucket(resources, bucket, BUCKET_POLICY)]
    if any(map(has_unknown, policies)) or (not policies and may_cover(resources, BUCKET_POLICY)):
        return UNKNOWN
    return policy_text(policies)


def _is_denied(policy: object, action: str, bucket: str) -> bool:
    """Whether a bucket's policy denies an action to a role that it does not name."""
    statements = list(_denials(policy))
    if not statements:
        return False
    return any(
        _denies(statements, Need(action, bucket_arn(partition, bucket)), partition)
        for partition in PARTITIONS
    )


def _denies(statements: list[dict[str, object]], need: Need, partition: str) -> bool:
    somebody = {"aws:PrincipalArn": f"arn:{partition}:iam::000000000000:role/somebody"}
    try:
        reason = access(parse_policy(document(*statements)), need, somebody)
    except UnusableInputError:
        return False
    return reason is MissingReason.DENIED


def _denials(policy: object) -> Iterator[dict[str, object]]:
    try:
        found = read_json(policy) if isinstance(policy, str) else None
    except ValueError:
        return
    for statement in one_or_many(found.get("Statement")) if is_object(found) else ():
        if is_object(statement) and statement.get("Effect") == "Deny":
            yield {key: value for key, value in statement.items() if key != "Principal"}


def careless_copy(resources: Resources, configuration: Configuration) -> Violations:
    """Copies of snapshots without a time limit, without metrics, or without a key of their own."""
    for bucket, name in stores(resources, configuration, *BUCKETS):
        for replication in of_bucket(resources, bucket, _REPLICATION):
            for rule in items_at(replication.at("rules")):
                for missing in _missing_of_a_copy(rule):
                    yield replication, f"the copy of bucket {name} has {missing}"


def _missing_of_a_copy(rule: object) -> Iterator[str]:
    enabled = ("Enabled", UNKNOWN)
    if value_at(rule, "destination", "replicationTime", "status") not in enabled:
        yield "no time limit (replicationTime)"
    if value_at(rule, "destination", "metrics", "status") not in enabled:
        yield "no metrics"
    encrypted = value_at(rule, "sourceSelectionCriteria", "sseKmsEncryptedObjects", "status")
    key = value_at(rule, "destination", "encryptionConfiguration", "replicaKmsKeyId")
    if encrypted == "Enabled" and key is None:
        yield "no key in its region (replicaKmsKeyId)"


def careless_issuer(resources: Resources, _: Configuration) -> Violations:
    """Buckets of issuers without versions, or that accept requests without TLS."""
    for bucket in resources:
        if bucket.kind not in BUCKETS or not bucket.is_within(_OF_ISSUERS):
            continue
        name, policy = name_of_store(bucket), _policy(resources, bucket)
        if not isinstance(name, str):
            continue
        if not has_versioning(resources, bucket):
            yield bucket, f"bucket {name} keeps no versions of the keys that tokens are checked by"
        if policy is not UNKNOWN and not any(map(refuses_plain_http, _denials(policy))):
            yield bucket, f"the policy of bucket {name} accepts requests without TLS"


def mutable_bucket(resources: Resources, configuration: Configuration) -> Violations:
    """Buckets of snapshots that whoever may delete can empty."""
    lock = "ObjectLockConfiguration"
    for bucket, name in stores(resources, configuration, *BUCKETS):
        if not isinstance(name, str) or may_cover(resources, *types_of(lock)):
            continue
        retained = [
            setting.at("rule", "defaultRetention")
            for setting in settings_of(resources, bucket, lock)
        ]
        if not any(item is not None for item in retained):
            yield bucket, f"bucket {name} has no object lock with a default retention"
