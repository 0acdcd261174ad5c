"""The bucket of the snapshots in AWS.

Source: Amazon S3 API reference; HeadBucket returns 403 for a name of another account.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.json_values import (
    object_items,
    object_member,
    text_member,
    whole_number_member,
)
from openshift_credentials.base.notices import Notice
from openshift_credentials.live.check import Check, Purpose, failure, success, warning
from openshift_credentials.live.managed import absent, existing
from openshift_credentials.live.observed import Object, Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.systems.etcd_backup.plan.prefixes import upload_prefixes
from openshift_credentials.systems.etcd_backup.rules.adopted_bucket import (
    BucketFacts,
    LifecycleRule,
    shortcomings,
)
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings, S3Storage

BUCKET: Final = "AWS bucket"
VERSIONING: Final = "AWS bucket versioning"
ENCRYPTION: Final = "AWS bucket encryption"
BUCKET_POLICY: Final = "AWS bucket policy"
LIFECYCLE: Final = "AWS bucket lifecycle"

BUCKET_READS: Final[Mapping[str, str]] = {
    BUCKET: "head_bucket",
    VERSIONING: "get_bucket_versioning",
    ENCRYPTION: "get_bucket_encryption",
    BUCKET_POLICY: "get_bucket_policy",
    LIFECYCLE: "get_bucket_lifecycle_configuration",
}
"""Methods of boto3 by the name of their answer."""


def bucket_checks(
    settings: EtcdBackupSettings, storage: S3Storage, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Whether the bucket is there, the stack's own, in its region, and as backups need it."""
    subject, answer = f"bucket {storage.bucket}", observed.one(BUCKET)
    if answer is None:
        match observed.obstacle(BUCKET):
            case Obstacle.ABSENT if storage.existing:
                yield failure(
                    "cloud-no-bucket",
                    subject,
                    "does not exist, and the stack does not create it",
                    "correct the name, or remove etcdBackup.storage.s3.existing",
                )
            case Obstacle.ABSENT:
                yield absent("bucket", subject, purpose)
            case Obstacle.FORBIDDEN if not storage.existing and purpose is Purpose.PREFLIGHT:
                yield failure(
                    "cloud-bucket-taken",
                    subject,
                    "a bucket of this name exists in another account, or the caller has no "
                    "permission to see it",
                    "choose another name: bucket names are unique in the partition",
                )
            case _:
                pass
        return
    region = region_of(answer)
    if region and region != storage.region:
        yield failure(
            "cloud-bucket-region",
            subject,
            f"is in {region}, and the settings of the stack have {storage.region}",
            "correct etcdBackup.storage.s3.region",
        )
        return
    if purpose is Purpose.PREFLIGHT and not storage.existing:
        yield existing(
            observed, resource_types.BUCKET, storage.bucket, "set etcdBackup.storage.s3.existing"
        )
    if not observed.were_read(VERSIONING, ENCRYPTION, BUCKET_POLICY, LIFECYCLE):
        return
    wrong = [str(shortcoming) for shortcoming in _shortcomings(settings, storage, observed)]
    for shortcoming in wrong:
        yield warning("cloud-bucket", subject, shortcoming, "see docs/aws.md")
    if not wrong:
        yield success("cloud-bucket", subject, "meets the requirements of backups")


def region_of(answer: Object) -> str:
    """A bucket's region: ``BucketRegion``, or the header where older versions of boto3 leave it."""
    headers = answer.get("ResponseMetadata", {}).get("HTTPHeaders", {})
    return str(answer.get("BucketRegion") or headers.get("x-amz-bucket-region") or "")


def _shortcomings(
    settings: EtcdBackupSettings, storage: S3Storage, observed: Observed
) -> Iterator[Notice]:
    key = None if storage.makes_key else storage.kms_key_arn
    facts = _facts(storage, observed)
    if storage.makes_key:
        key = facts.kms_key
    yield from shortcomings(facts, key_prefixes=upload_prefixes(settings), kms_key_arn=key)


_BY_DEFAULT: Final = "ApplyServerSideEncryptionByDefault"


def _facts(storage: S3Storage, observed: Observed) -> BucketFacts:
    versioning, policy = observed.one(VERSIONING) or {}, observed.one(BUCKET_POLICY) or {}
    keys = [
        key
        for rule in object_items(
            observed.one(ENCRYPTION) or {}, "ServerSideEncryptionConfiguration", "Rules"
        )
        if (key := text_member(rule, _BY_DEFAULT, "KMSMasterKeyID"))
    ]
    lifecycle = object_items(observed.one(LIFECYCLE) or {}, "Rules")
    return BucketFacts(
        bucket=storage.bucket,
        region=storage.region,
        versioned=versioning.get("Status") == "Enabled",
        kms_key=next(iter(keys), None),
        policy=policy.get("Policy"),
        lifecycle=tuple(_rule(entry) for entry in lifecycle if entry.get("Status") == "Enabled"),
    )


def _rule(rule: Mapping[str, object]) -> LifecycleRule:
    chosen = object_member(rule, "Filter")
    both = object_member(chosen, "And") or chosen
    return LifecycleRule(
        prefix=str(both.get("Prefix") or rule.get("Prefix") or ""),
        tags=bool(both.get("Tags") or both.get("Tag")),
        abort_days=whole_number_member(
            rule, "AbortIncompleteMultipartUpload", "DaysAfterInitiation"
        ),
        expiration_days=whole_number_member(rule, "Expiration", "Days"),
    )
