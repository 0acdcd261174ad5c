import json
from typing import Any

import pytest

from openshift_credentials.platforms.aws.policies import bucket_policy
from openshift_credentials.systems.etcd_backup.rules.adopted_bucket import (
    BucketFacts,
    LifecycleRule,
    shortcomings,
)

pytestmark = pytest.mark.notices
KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
TLS_ONLY = bucket_policy("aws", "b")


def found(kms_key_arn: str | None = None, **changes: Any) -> list[str]:  # noqa: ANN401
    facts: dict[str, Any] = {
        "bucket": "b",
        "region": "us-east-1",
        "versioned": True,
        "kms_key": None,
        "policy": TLS_ONLY,
        "lifecycle": (LifecycleRule(abort_days=3),),
        **changes,
    }
    prefixes = ("etcd/one", "etcd/two")
    told = shortcomings(BucketFacts(**facts), key_prefixes=prefixes, kms_key_arn=kms_key_arn)
    return [str(each) for each in told]


def policy(*statements: dict[str, object]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


def denying(**condition: object) -> dict[str, object]:
    return {"Effect": "Deny", "Principal": "*", "Action": "s3:PutObject", "Condition": condition}


PLAIN_HTTP = denying(Bool={"aws:SecureTransport": "false"})


def test_a_bucket_as_we_make_them_has_no_shortcomings() -> None:
    assert found() == []


@pytest.mark.parametrize(
    "condition",
    [
        {"Bool": {"aws:SecureTransport": "false"}},
        {"Bool": {"aws:SecureTransport": ["false"]}},
        {"Bool": {"aws:SecureTransport": False}},
        {"BoolIfExists": {"AWS:SecureTransport": "false"}},
    ],
)
def test_every_way_to_refuse_plain_http_is_seen(condition: dict[str, object]) -> None:
    assert found(policy=policy(denying(**condition))) == []


def test_a_single_statement_need_not_be_a_list() -> None:
    assert found(policy=json.dumps({"Statement": PLAIN_HTTP})) == []


def test_allowing_tls_does_not_refuse_plain_http() -> None:
    allowing = {**denying(Bool={"aws:SecureTransport": "true"}), "Effect": "Allow"}
    assert "TLS" in found(policy=policy(allowing))[0]


@pytest.mark.parametrize(
    "condition",
    [
        {"Null": {"s3:x-amz-server-side-encryption": "true"}},
        {"StringNotEquals": {"s3:x-amz-server-side-encryption": "aws:kms"}},
        {"StringNotEquals": {"s3:x-amz-server-side-encryption-aws-kms-key-id": KEY}},
    ],
)
def test_a_policy_that_asks_for_encryption_ends_backups_without_a_key(
    condition: dict[str, object],
) -> None:
    asking = policy(PLAIN_HTTP, denying(**condition))

    (shortcoming,) = found(policy=asking)
    assert "uploads without an encryption header" in shortcoming
    assert found(policy=asking, kms_key_arn=KEY) == []


@pytest.mark.parametrize(
    ("default", "granted", "lacks"),
    [
        (KEY, None, True),
        (KEY, KEY, False),
        ("alias/aws/s3", None, False),
        ("arn:aws:kms:us-east-1:123456789012:alias/aws/s3", None, False),
        ("arn:aws:kms:us-east-1:123456789012:alias/ours", None, True),
        (None, KEY, False),
    ],
)
def test_a_default_key_needs_rights_on_it(
    default: str | None, granted: str | None, lacks: bool
) -> None:
    assert any("no permissions" in each for each in found(granted, kms_key=default)) == lacks


@pytest.mark.parametrize(
    ("prefix", "hit"),
    [
        ("", ["etcd/one/", "etcd/two/"]),
        ("etcd", ["etcd/one/", "etcd/two/"]),
        ("etcd/one/", ["etcd/one/"]),
        ("etcd/one/x", []),
        ("kopia/", []),
    ],
)
def test_an_expiry_is_reported_for_the_prefixes_that_it_hits(prefix: str, hit: list[str]) -> None:
    rules = (LifecycleRule(abort_days=3), LifecycleRule(prefix=prefix, expiration_days=35))

    told = found(lifecycle=rules)
    assert [each for each in hit if any(f"below {each} after 35" in one for one in told)] == hit
    assert len(told) == len(hit)
