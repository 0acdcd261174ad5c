from collections.abc import Mapping
from typing import Any

import pytest

from openshift_credentials.platforms.aws.policies import bucket_policy
from tests.components.aws.stacks import KEY_ARN, run
from tests.kit import tokens
from tests.kit.realistic import Answer
from tests.kit.recorded import Recorded

GOOD: Mapping[str, Any] = {
    "bucket": "snapshots",
    "bucketRegion": "us-east-1",
    "versioning": {"enabled": True},
    "serverSideEncryptionConfiguration": {"rule": {"applyServerSideEncryptionByDefault": {"sseAlgorithm": "AES256"}}},
    "policy": bucket_policy("aws", "snapshots"),
    "lifecycleRules": [{"enabled": True, "abortIncompleteMultipartUploadDays": 7}],
}
MADE_ON_BUCKETS = {
    tokens.S3_PUBLIC_ACCESS_BLOCK,
    tokens.S3_OWNERSHIP_CONTROLS,
    tokens.S3_VERSIONING,
    tokens.S3_ENCRYPTION,
    tokens.S3_OBJECT_LOCK,
    tokens.S3_LIFECYCLE,
    tokens.S3_BUCKET_POLICY,
}


def answering(**facts: Any) -> Mapping[str, Answer]:  # noqa: ANN401 - any facts
    return {tokens.S3_BUCKET: lambda _: {**GOOD, **facts}}


def adopted(s3: Mapping[str, Any] | None = None, **facts: Any) -> Recorded:  # noqa: ANN401
    return run({"existing": True, **(s3 or {})}, preview=False, outputs=answering(**facts))


def with_default_key(key: str) -> dict[str, Any]:
    default = {"sseAlgorithm": "aws:kms", "kmsMasterKeyId": key}
    return {"serverSideEncryptionConfiguration": {"rule": {"applyServerSideEncryptionByDefault": default}}}


@pytest.mark.parametrize("preview", [True, False])
def test_an_adopted_bucket_is_read_and_nothing_is_set_on_it(preview: bool) -> None:
    recorded = run({"existing": True}, preview=preview, outputs=answering())

    assert recorded.types & MADE_ON_BUCKETS == set()
    bucket = recorded.only(tokens.S3_BUCKET)
    assert recorded.parent(bucket).type == tokens.ADOPTED_BUCKET
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [bucket])
    assert recorded.exports["bucket"] == "snapshots"


def test_a_good_bucket_is_passed_over_in_silence() -> None:
    assert adopted().warnings == ()


def test_a_preview_without_a_cloud_says_nothing_of_what_it_cannot_know() -> None:
    assert run({"existing": True}, preview=True).warnings == ()


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"versioning": {"enabled": False}}, "versioning is disabled"),
        ({"versioning": None}, "versioning is disabled"),
        ({"policy": None}, "without TLS"),
        ({"policy": ""}, "without TLS"),
        ({"lifecycleRules": []}, "parts of incomplete uploads"),
        (
            {"lifecycleRules": [{"enabled": False, "abortIncompleteMultipartUploadDays": 7}]},
            "parts of incomplete uploads",
        ),
        (
            {"lifecycleRules": [*GOOD["lifecycleRules"], {"enabled": True, "expiration": {"days": 9}}]},
            "deletes snapshots below etcd-backups/ after 9 days",
        ),
        ({"lifecycleRules": [{**GOOD["lifecycleRules"][0], "tags": {"a": "b"}}]}, "parts of incomplete uploads"),
        (with_default_key(KEY_ARN), "set etcdBackup.storage.s3.kmsKeyARN"),
    ],
)
def test_what_falls_short_is_a_warning(facts: dict[str, Any], words: str) -> None:
    (warning,) = adopted(**facts).warnings

    assert warning.startswith("bucket snapshots: ")
    assert words in warning


def test_a_rule_for_tagged_objects_does_not_reach_snapshots() -> None:
    tagged = {"enabled": True, "expiration": {"days": 9}, "tags": {"class": "log"}}
    assert adopted(lifecycleRules=[*GOOD["lifecycleRules"], tagged]).warnings == ()


def test_a_key_that_the_role_was_given_is_no_shortcoming() -> None:
    assert adopted({"kmsKeyARN": KEY_ARN}, **with_default_key(KEY_ARN)).warnings == ()


def test_a_bucket_in_another_region_stops_the_program() -> None:
    stopped = run({"existing": True}, preview=False, outputs=answering(bucketRegion="eu-west-1"), stops=True)

    assert "eu-west-1" in str(stopped.error)
    assert "etcdBackup.storage.s3.region" in str(stopped.error)
    assert tokens.HCP_ETCD_BACKUP not in stopped.types
