"""A bucket and a role that exist: read, named in the Secret, and never written."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import pytest

from openshift_credentials.platforms.aws.policies import bucket_policy, trust_policy
from tests.components.aws.stacks import ISSUER, run
from tests.kit import tokens
from tests.kit.frames import FRAMES
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


# A role that exists: read, named in the Secret, and never written.

ARN = "arn:aws:iam::123456789012:role/platform/shared-upload"
EXISTING: dict[str, Any] = {"existingRole": True, "roleName": "shared-upload", "rolePath": "/platform/"}
JOB = "system:serviceaccount:hypershift:etcd-backup-job"


def answering_for_role(subject: str = JOB, arn: str = ARN) -> Mapping[str, Answer]:
    trust = trust_policy("aws", "123456789012", ISSUER, [subject])
    return {tokens.IAM_ROLE: lambda _: {"arn": arn, "assumeRolePolicy": trust}}


def adopted(
    *,
    preview: bool = False,
    outputs: Mapping[str, Answer] | None = None,
    s3: dict[str, Any] | None = None,
    stops: bool = False,
    **credentials: object,
) -> Recorded:
    return run(s3, {**EXISTING, **credentials}, preview=preview, outputs=outputs or answering_for_role(), stops=stops)


@FRAMES
def test_nothing_is_written_on_the_role_and_the_secret_names_it(preview: bool) -> None:
    recorded = adopted(preview=preview)

    role = recorded.only(tokens.IAM_ROLE)
    assert recorded.reads[role.urn] == "shared-upload"
    assert tokens.IAM_ROLE_POLICY not in recorded.types
    assert tokens.SLEEP not in recorded.types, "no permission changes"
    secret = recorded.only(tokens.SECRET).inputs["data"]["credentials"]
    assert base64.b64decode(secret).decode() == ARN
    assert recorded.exports["roleArn"] == ARN
    assert recorded.exports["credentialMode"] == "aws-sts"
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [role])


def test_a_role_that_does_not_admit_the_job_is_a_warning() -> None:
    (warning,) = adopted(outputs=answering_for_role(subject=JOB.replace("hypershift", "other"))).warnings
    assert JOB in warning
    assert "no statement allows it" in warning


def test_a_role_with_another_path_stops_the_update() -> None:
    recorded = adopted(outputs=answering_for_role(arn=ARN.replace("/platform", "")), stops=True)

    assert recorded.error
    assert "etcdBackup.credentials.rolePath" in str(recorded.error)


def test_only_the_policy_of_a_new_key_lets_the_role_use_it() -> None:
    recorded = adopted(s3={"kms": {"create": True}})

    policy = json.loads(recorded.only(tokens.KMS_KEY).inputs["policy"])
    (statement,) = [item for item in policy["Statement"] if "kms:GenerateDataKey" in item.get("Action", ())]
    assert statement["Condition"] == {"ArnEquals": {"aws:PrincipalArn": ARN}}
    own = run({"kms": {"create": True}}, preview=False).only(tokens.KMS_KEY)
    assert ARN not in own.inputs["policy"], "a role of the stack has a policy of its own"
