"""Rules about AWS: the bucket of the snapshots."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from typing import Final

from openshift_credentials.platforms.aws.policies import bucket_policy
from openshift_credentials.platforms.aws.policies.judgement import opens_to_everybody
from openshift_credentials.stack.outputs import export_name
from openshift_credentials.systems.etcd_backup.rules.adopted_bucket import (
    BucketFacts,
    LifecycleRule,
    shortcomings,
)
from openshift_credentials.systems.token_issuer.rules.bucket_policies import (
    NO_PUBLIC_ACCESS,
    PublicAccessBlock,
)
from policies.resources import UNKNOWN, Resources, StackResource, has_unknown, items_at, value_at
from policies.rule import Configuration, Violations
from policies.stores import BACKUP, BUCKETS, judge_document, may_cover, of_bucket, stores

PUBLIC_ACCESS_BLOCK: Final = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
BUCKET_POLICY: Final = "aws:s3/bucketPolicy:BucketPolicy"

_V2: Final = "V2"
_PUBLIC_ACLS: Final = ("public-read", "public-read-write", "authenticated-read")
_COMPLIANT: Final = LifecycleRule(abort_days=3)
"""Placeholder for lifecycle rules that are not known yet."""


def public_bucket(resources: Resources, configuration: Configuration) -> Violations:
    """Buckets of snapshots that are, or could become, public."""
    for bucket, name in stores(resources, configuration, *BUCKETS):
        if name is UNKNOWN:
            continue
        if bucket.at("acl") in _PUBLIC_ACLS:
            yield bucket, f"bucket {name} has the public ACL {bucket.at('acl')}"
        blocks = list(of_bucket(resources, bucket, PUBLIC_ACCESS_BLOCK))
        if not blocks and not may_cover(resources, PUBLIC_ACCESS_BLOCK):
            yield bucket, f"no BucketPublicAccessBlock of the stack covers bucket {name}"
        for block in blocks:
            open_switches = _open_switches(block)
            if open_switches:
                yield block, f"bucket {name} does not enable {', '.join(open_switches)}"
        for policy in of_bucket(resources, bucket, BUCKET_POLICY):
            document = policy.at("policy")
            if not has_unknown(document) and judge_document(opens_to_everybody, document):
                yield policy, f"the policy of bucket {name} allows public access"


def _open_switches(block: StackResource) -> list[str]:
    names = [export_name(field.name) for field in fields(PublicAccessBlock)]
    wanted = dict(zip(names, astuple(NO_PUBLIC_ACCESS), strict=True))
    return [name for name, on in wanted.items() if block.at(name) not in (on, UNKNOWN)]


def unencrypted_bucket(resources: Resources, configuration: Configuration) -> Violations:
    """Buckets of snapshots whose encryption the stack does not set.

    Amazon S3 User Guide, "Setting default server-side encryption behavior": S3 encrypts every
    object, but anybody with the permission can change the default.
    """
    for bucket, name in stores(resources, configuration, *BUCKETS):
        inline = bucket.at("serverSideEncryptionConfiguration")
        if name is UNKNOWN or inline is not None:
            continue
        setting = "ServerSideEncryptionConfiguration"
        found = any(settings_of(resources, bucket, setting))
        if not found and not may_cover(resources, *types_of(setting)):
            yield bucket, f"the stack sets no default encryption of bucket {name}"


def careless_bucket(resources: Resources, configuration: Configuration) -> Violations:
    """Other risks for backups to a bucket, as for an adopted one."""
    for bucket, name in stores(resources, configuration, *BUCKETS):
        if not isinstance(name, str):
            continue
        key, prefixes = _as_backups_name_it(resources, name)
        for problem in shortcomings(
            _facts(resources, bucket, name, key), key_prefixes=prefixes, kms_key_arn=key
        ):
            yield bucket, f"bucket {name}: {problem}"


def _as_backups_name_it(resources: Resources, bucket: str) -> tuple[str | None, list[str]]:
    """KMS key and prefixes of the backups that go to the bucket."""
    places = [
        resource
        for resource in resources
        if resource.type == BACKUP and resource.at("spec", "storage", "s3", "bucket") == bucket
    ]
    keys = {place.at("spec", "storage", "s3", "kmsKeyARN") for place in places}
    prefixes = {place.at("spec", "storage", "s3", "keyPrefix") for place in places}
    key = next((str(item) for item in keys if item is not None), None)
    return key, sorted(prefix for prefix in prefixes if isinstance(prefix, str))


def _facts(
    resources: Resources, bucket: StackResource, name: str, granted: str | None
) -> BucketFacts:
    """The bucket as the stack sets it; values that are not known yet count as correct."""
    policies = [policy.at("policy") for policy in of_bucket(resources, bucket, BUCKET_POLICY)]
    return BucketFacts(
        bucket=name,
        region="",
        versioned=has_versioning(resources, bucket),
        kms_key=_kms_key(resources, bucket, granted),
        policy=policy_text(policies or stand_in(resources)),
        lifecycle=tuple(_lifecycle(resources, bucket)),
    )


def stand_in(resources: Resources) -> list[object]:
    """A policy that is not known yet, if there is one of an unknown bucket."""
    return [UNKNOWN] if may_cover(resources, BUCKET_POLICY) else []


def policy_text(policies: Sequence[object]) -> str | None:
    """The first policy as text; one that is not known yet counts as correct."""
    if not policies:
        return None
    if has_unknown(policies[0]):
        return bucket_policy("aws", "unknown")
    return policies[0] if isinstance(policies[0], str) else json.dumps(policies[0])


def has_versioning(resources: Resources, bucket: StackResource) -> bool:
    """Whether a bucket keeps versions, or may do so."""
    states = [
        setting.at("versioningConfiguration", "status")
        for setting in settings_of(resources, bucket, "Versioning")
    ]
    if may_cover(resources, *types_of("Versioning")):
        return True
    return bool({"Enabled", UNKNOWN} & set(states)) or bucket.at("versioning", "enabled") in (
        True,
        UNKNOWN,
    )


def _kms_key(resources: Resources, bucket: StackResource, granted: str | None) -> str | None:
    for setting in settings_of(resources, bucket, "ServerSideEncryptionConfiguration"):
        key = setting.at("rules", 0, "applyServerSideEncryptionByDefault", "kmsMasterKeyId")
        return granted if key is UNKNOWN else key if isinstance(key, str) else None
    return None


def _lifecycle(resources: Resources, bucket: StackResource) -> Iterator[LifecycleRule]:
    if may_cover(resources, *types_of("LifecycleConfiguration")):
        yield _COMPLIANT
    for setting in settings_of(resources, bucket, "LifecycleConfiguration"):
        if has_unknown(setting.at("rules")):
            yield _COMPLIANT
        for rule in items_at(setting.at("rules")):
            if value_at(rule, "status") == "Enabled":
                yield LifecycleRule(
                    prefix=str(
                        value_at(rule, "filter", "prefix") or value_at(rule, "prefix") or ""
                    ),
                    tags=bool(value_at(rule, "filter", "tag") or value_at(rule, "filter", "and")),
                    abort_days=_days(rule, "abortIncompleteMultipartUpload", "daysAfterInitiation"),
                    expiration_days=_days(rule, "expiration", "days"),
                )


def _days(rule: object, *path: str) -> int | None:
    days = value_at(rule, *path)
    return int(days) if isinstance(days, int | float) else None


def settings_of(
    resources: Resources, bucket: StackResource, setting: str
) -> Iterator[StackResource]:
    """Resources such as BucketVersioning, under both type names of the provider."""
    return of_bucket(resources, bucket, *types_of(setting))


def types_of(setting: str) -> list[str]:
    """Both type names of a setting of buckets."""
    return [f"aws:s3/bucket{setting}{version}:Bucket{setting}{version}" for version in ("", _V2)]
