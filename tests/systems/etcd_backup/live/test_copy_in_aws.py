"""A bucket of copies that the stack does not create, as AWS has it."""

from collections.abc import Iterator
from typing import Final

import pytest

from openshift_credentials.live.aws_client import observe_aws
from openshift_credentials.live.check import Check, Purpose, State
from openshift_credentials.live.cloud import AwsCall
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.etcd_backup.live import OPERATION
from openshift_credentials.systems.etcd_backup.live.copy_in_aws import copy_calls, copy_checks
from openshift_credentials.systems.etcd_backup.remarks.aws import warnings
from openshift_credentials.systems.etcd_backup.settings import (
    EtcdBackupSettings,
    S3Storage,
    S3Upload,
)
from tests.kit.trees import AWS, changed, load
from tests.live.refusals import passing_without_an_answer
from tests.systems.etcd_backup.live.test_in_aws import aws, client

__all__ = ["aws"]

REGION: Final = "eu-west-1"
COPY: Final = {"bucket": "copies", "region": REGION, "existing": True}
LOCK: Final = {"mode": "governance", "days": 7}
LOCKED: Final = load(changed(AWS, storage__s3__replication=COPY, storage__s3__objectLock=LOCK))
PLAIN: Final = load(changed(AWS, storage__s3__replication=COPY))


def storage(settings: EtcdBackupSettings) -> S3Storage:
    place = settings.storage.place
    assert isinstance(place, S3Storage)
    return place


def found(settings: EtcdBackupSettings) -> list[Check]:
    observed = observe_aws(copy_calls(storage(settings)), 5)
    return list(copy_checks(storage(settings), observed))


def make(*, versioned: bool = True, locked: bool = False, region: str = REGION) -> None:
    s3 = client("s3", region)
    s3.create_bucket(
        Bucket="copies",
        CreateBucketConfiguration={"LocationConstraint": region},
        ObjectLockEnabledForBucket=locked,
    )
    if versioned:
        status = {"Status": "Enabled"}
        s3.put_bucket_versioning(Bucket="copies", VersioningConfiguration=status)


def test_a_bucket_without_object_lock_is_reported_before_nothing_is_copied() -> None:
    make()
    (check,) = found(LOCKED)
    assert check.state is State.FAILED
    assert "has no object lock" in check.detail
    (check,) = found(PLAIN)
    assert check.state is State.PASSED, "snapshots without a lock need none there"


def test_a_bucket_with_object_lock_takes_locked_snapshots() -> None:
    make(locked=True)
    assert [check.state for check in found(LOCKED)] == [State.PASSED]


def test_a_bucket_without_versioning_or_in_another_region_or_none_is_reported() -> None:
    assert [check.code for check in found(PLAIN)] == ["cloud-no-copies"]
    make(versioned=False)
    (check,) = found(PLAIN)
    assert "has no versioning" in check.detail


def test_another_region_is_reported() -> None:
    make(region="eu-central-1")
    assert [check.code for check in found(PLAIN)] == ["cloud-copies-region"]


def test_nothing_is_asked_about_a_bucket_that_the_stack_creates() -> None:
    own = load(changed(AWS, storage__s3__replication={**COPY, "existing": False}))
    assert list(copy_calls(storage(own))) == []
    names = {read.name for read in OPERATION.cloud_reads(own)}
    assert not any("copies" in name for name in names)


def test_nothing_passes_that_rests_on_a_refused_read() -> None:
    make(locked=True)
    calls = [read for read in OPERATION.cloud_reads(LOCKED) if isinstance(read, AwsCall)]
    assert {call.region for call in calls if "copies" in call.name} == {REGION}

    def judge(observed: Observed) -> Iterator[Check]:
        return OPERATION.cloud(LOCKED, observed, Purpose.PREFLIGHT)

    assert list(passing_without_an_answer(judge, observe_aws(calls, 5))) == []


@pytest.mark.parametrize(("existing", "told"), [(True, True), (False, False)])
def test_a_preview_says_what_it_cannot_know(*, existing: bool, told: bool) -> None:
    settings = load(
        changed(
            AWS,
            storage__s3__replication={**COPY, "existing": existing},
            storage__s3__objectLock=LOCK,
        )
    )
    upload = settings.upload
    assert isinstance(upload, S3Upload)
    codes = {notice.code for notice in warnings(settings, upload)}
    assert ("copies-need-object-lock" in codes) is told
