"""What the answers of S3 about a bucket say of it."""

from typing import Any, Final

import pytest

from openshift_credentials.live.check import State
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.systems.etcd_backup.live import OPERATION
from tests.kit.trees import AWS, changed, load

KEY: Final = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
EXISTING: Final = {"storage__s3__existing": True}
ABORT: Final = {"Status": "Enabled", "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 3}}
EXPIRE: Final = {"Status": "Enabled", "Expiration": {"Days": 9}}
TLS: Final = '{"Statement": {"Effect": "Deny", "Condition": {"Bool": {"aws:SecureTransport": "false"}}}}'
GOOD: Final[dict[str, Any]] = {
    "AWS bucket": {"BucketRegion": "us-east-1"},
    "AWS bucket versioning": {"Status": "Enabled"},
    "AWS bucket encryption": {},
    "AWS bucket policy": {"Policy": TLS},
    "AWS bucket lifecycle": {"Rules": [ABORT]},
}


def encrypted(key: str) -> dict[str, Any]:
    rules = [{}, {"ApplyServerSideEncryptionByDefault": {"KMSMasterKeyID": key}}]
    return {"AWS bucket encryption": {"ServerSideEncryptionConfiguration": {"Rules": rules}}}


def rules(*found: dict[str, Any]) -> dict[str, Any]:
    return {"AWS bucket lifecycle": {"Rules": list(found)}}


def told(answers: dict[str, Any], **changes: object) -> list[tuple[str, State, str]]:
    seen = Observed({name: [answer] for name, answer in {**GOOD, **answers}.items()})
    found = OPERATION.cloud(load(changed(AWS, **{**EXISTING, **changes})), seen)
    return [(each.code, each.state, each.detail) for each in found if each.subject == "bucket snapshots"]


EXPIRES: Final = "snapshots below etcd-backups/ after 9 days"
KEEPS: Final = "no lifecycle rule deletes the parts of incomplete uploads"


@pytest.mark.parametrize(
    ("answers", "part"),
    [
        ({}, ""),
        ({"AWS bucket versioning": {}}, "versioning is disabled"),
        ({"AWS bucket versioning": {"Status": "Suspended"}}, "versioning is disabled"),
        ({"AWS bucket policy": {}}, "no policy refuses requests without TLS"),
        (encrypted(KEY), f"uses the KMS key {KEY}"),
        (rules(), KEEPS),
        (rules({**ABORT, "Status": "Disabled"}), KEEPS),
        (rules({**ABORT, "Prefix": "x"}), KEEPS),
        (rules({**ABORT, "Filter": {"Prefix": "x"}}), KEEPS),
        (rules({**ABORT, "Filter": {"Tag": {"Key": "a", "Value": "b"}}}), KEEPS),
        (rules({**ABORT, "Filter": {"And": {"Tags": [{"Key": "a"}]}}}), KEEPS),
        (rules({**ABORT, "Filter": {"Prefix": ""}}), ""),
        (rules(ABORT, EXPIRE), EXPIRES),
        (rules(ABORT, {**EXPIRE, "Filter": {"Prefix": "etcd"}}), EXPIRES),
        (rules(ABORT, {**EXPIRE, "Filter": {"And": {"Prefix": "etcd"}}}), EXPIRES),
        (rules(ABORT, {**EXPIRE, "Filter": {"And": {"Prefix": "x"}}}), ""),
        (rules(ABORT, {**EXPIRE, "Prefix": "x"}), ""),
        (rules(ABORT, {**EXPIRE, "Status": "Disabled"}), ""),
    ],
)
def test_each_answer_counts(answers: dict[str, Any], part: str) -> None:
    ((code, state, detail),) = told(answers)
    assert code == "cloud-bucket"
    assert state is (State.WARNING if part else State.PASSED)
    assert part in detail


@pytest.mark.parametrize(
    "answer",
    [{"BucketRegion": "eu-west-1"}, {"ResponseMetadata": {"HTTPHeaders": {"x-amz-bucket-region": "eu-west-1"}}}],
)
def test_a_bucket_in_another_region_is_all_that_is_told(answer: dict[str, Any]) -> None:
    ((code, state, detail),) = told({"AWS bucket": answer})
    assert (code, state) == ("cloud-bucket-region", State.FAILED)
    assert detail == "is in eu-west-1, and the settings of the stack have us-east-1"


@pytest.mark.parametrize(
    ("obstacle", "changes", "codes"),
    [
        (Obstacle.ABSENT, EXISTING, ["cloud-no-bucket"]),
        (Obstacle.ABSENT, {}, ["cloud-bucket"]),
        (Obstacle.FORBIDDEN, {}, ["cloud-bucket-taken"]),
        (Obstacle.FORBIDDEN, EXISTING, []),
        (Obstacle.UNREACHABLE, {}, []),
    ],
)
def test_a_bucket_that_cannot_be_seen_may_be_of_another_account(
    obstacle: Obstacle, changes: dict[str, object], codes: list[str]
) -> None:
    seen = Observed({}, {"AWS bucket": obstacle})
    found = OPERATION.cloud(load(changed(AWS, **changes)), seen)
    assert [each.code for each in found if each.subject == "bucket snapshots"] == codes
