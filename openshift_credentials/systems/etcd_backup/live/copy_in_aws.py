"""An existing bucket to which S3 copies the snapshots.

Source: Amazon S3 User Guide, "Requirements and considerations for replication" (versioning) and
"Amazon S3 replication failure reasons" (``DstBucketObjectLockConfigMissing``).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.live.check import Check, failure, success
from openshift_credentials.live.cloud import AwsCall
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.systems.etcd_backup.live.bucket_in_aws import region_of
from openshift_credentials.systems.etcd_backup.settings import S3Storage

COPIES: Final = "AWS bucket of the copies"
VERSIONING: Final = "AWS bucket versioning of the copies"
OBJECT_LOCK: Final = "AWS object lock of the copies"

_READS: Final[Mapping[str, str]] = {
    COPIES: "head_bucket",
    VERSIONING: "get_bucket_versioning",
    OBJECT_LOCK: "get_object_lock_configuration",
}

_SETTING: Final = "etcdBackup.storage.s3.replication"


def copy_calls(storage: S3Storage) -> Iterator[AwsCall]:
    """Requests about the second bucket, if the stack does not create it."""
    copy = storage.replication
    if copy is None or not copy.existing:
        return
    for name, method in _READS.items():
        if name != OBJECT_LOCK or storage.object_lock:
            yield AwsCall(
                name=name,
                service="s3",
                method=method,
                region=copy.region,
                parameters={"Bucket": copy.bucket},
            )


def copy_checks(storage: S3Storage, observed: Observed) -> Iterator[Check]:
    """Whether S3 can copy to the second bucket; it reports a failure only in its metrics."""
    copy = storage.replication
    if copy is None or not copy.existing:
        return
    subject, answer = f"bucket {copy.bucket}", observed.one(COPIES)
    if answer is None:
        if observed.obstacle(COPIES) is Obstacle.ABSENT:
            yield failure(
                "cloud-no-copies",
                subject,
                "does not exist, and the stack does not create it",
                f"correct {_SETTING}.bucket, or remove {_SETTING}.existing",
            )
        return
    region = region_of(answer)
    if region and region != copy.region:
        yield failure(
            "cloud-copies-region",
            subject,
            f"is in {region}, and the settings of the stack have {copy.region}",
            f"correct {_SETTING}.region",
        )
        return
    asked = [VERSIONING, *([OBJECT_LOCK] if storage.object_lock else [])]
    if not observed.were_read(*asked):
        return
    wrong = list(_shortcomings(storage, observed))
    for shortcoming, way_out in wrong:
        yield failure("cloud-copies", subject, shortcoming, way_out)
    if not wrong:
        yield success("cloud-copies", subject, "S3 can copy the snapshots there")


def _shortcomings(storage: S3Storage, observed: Observed) -> Iterator[tuple[str, str]]:
    versioning = observed.one(VERSIONING) or {}
    if versioning.get("Status") != "Enabled":
        yield "has no versioning, and S3 refuses to replicate to it", "enable versioning there"
    lock = (observed.one(OBJECT_LOCK) or {}).get("ObjectLockConfiguration", {})
    if storage.object_lock and lock.get("ObjectLockEnabled") != "Enabled":
        yield (
            "has no object lock, and S3 copies no object of a bucket with object lock to it",
            "enable object lock there, or remove etcdBackup.storage.s3.objectLock",
        )
