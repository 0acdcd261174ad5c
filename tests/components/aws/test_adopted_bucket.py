from collections.abc import Mapping
from typing import Any

import pytest

from openshift_credentials.platforms.aws.policies import bucket_policy
from tests.components.aws.stacks import run
from tests.kit import tokens
from tests.kit.realistic import Answer

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


@pytest.mark.parametrize("preview", [True, False])
def test_an_adopted_bucket_is_read_and_nothing_is_set_on_it(preview: bool) -> None:
    recorded = run({"existing": True}, preview=preview, outputs=answering())

    assert recorded.types & MADE_ON_BUCKETS == set()
    bucket = recorded.only(tokens.S3_BUCKET)
    assert recorded.parent(bucket).type == tokens.ADOPTED_BUCKET
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [bucket])
    assert recorded.exports["bucket"] == "snapshots"


def test_a_preview_without_a_cloud_says_nothing_of_what_it_cannot_know() -> None:
    assert run({"existing": True}, preview=True).warnings == ()


def test_a_bucket_in_another_region_stops_the_program() -> None:
    stopped = run({"existing": True}, preview=False, outputs=answering(bucketRegion="eu-west-1"), stops=True)

    assert "eu-west-1" in str(stopped.error)
    assert "etcdBackup.storage.s3.region" in str(stopped.error)
    assert tokens.HCP_ETCD_BACKUP not in stopped.types
