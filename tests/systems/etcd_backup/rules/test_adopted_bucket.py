"""What a stack says of an existing bucket."""

import json
from dataclasses import replace
from typing import Any

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.rules.adopted import (
    BucketFacts,
    LifecycleRule,
    assert_region,
    facts_of,
    shortcomings,
)

PLAIN = BucketFacts(bucket="one", region="us-east-1", versioned=True, kms_key=None, policy=None, lifecycle=())
KEY = "arn:aws:kms:us-east-1:123456789012:key/k"

TLS = {"Effect": "Deny", "Condition": {"Bool": {"aws:SecureTransport": "false"}}}
UNENCRYPTED = {"Effect": "Deny", "Condition": {"Null": {"s3:x-amz-server-side-encryption": "true"}}}
OTHER_KEY = {
    "Effect": "Deny",
    "Condition": {"StringNotEquals": {"s3:x-amz-server-side-encryption-aws-kms-key-id": KEY}},
}
ABORTS = LifecycleRule(abort_days=3)


def good(*statements: dict[str, Any], rules: tuple[LifecycleRule, ...] = (ABORTS,)) -> BucketFacts:
    return replace(PLAIN, policy=json.dumps({"Statement": [TLS, *statements]}), lifecycle=rules)


def expiring(**changes: Any) -> BucketFacts:  # noqa: ANN401 - any field
    return good(rules=(ABORTS, replace(LifecycleRule(expiration_days=1), **changes)))


def with_tls(values: object) -> BucketFacts:
    conditions = {"Bool": {"aws:SecureTransport": values}}
    return replace(good(), policy=json.dumps({"Statement": {**TLS, "Condition": conditions}}))


WITHOUT_TLS, REFUSES = ["bucket-without-tls"], ["bucket-refuses-uploads"]
KEEPS_PARTS, EXPIRES = ["bucket-keeps-incomplete-uploads"], ["bucket-expires-snapshots"]


@pytest.mark.parametrize(
    ("facts", "key", "codes"),
    [
        (good(), None, []),
        (replace(good(), versioned=False), None, ["bucket-not-versioned"]),
        (replace(good(), kms_key=KEY), None, ["bucket-key-not-granted"]),
        (replace(good(), kms_key=KEY), KEY, []),
        (replace(good(), kms_key="alias/aws/s3"), None, []),
        (replace(good(), policy=None), None, WITHOUT_TLS),
        (with_tls(["false"]), None, []),
        (with_tls(values=False), None, []),
        (with_tls("true"), None, WITHOUT_TLS),
        (replace(good(), policy=json.dumps({"Statement": {**TLS, "Effect": "Allow"}})), None, WITHOUT_TLS),
        (good(UNENCRYPTED), None, REFUSES),
        (good(OTHER_KEY), None, REFUSES),
        (good(UNENCRYPTED), KEY, []),
        (good({**UNENCRYPTED, "Effect": "Allow"}), None, []),
        (good(rules=()), None, KEEPS_PARTS),
        (good(rules=(replace(ABORTS, prefix="p"),)), None, KEEPS_PARTS),
        (good(rules=(replace(ABORTS, tags=True),)), None, KEEPS_PARTS),
        (expiring(), None, EXPIRES),
        (expiring(prefix="etcd/", expiration_days=35), None, EXPIRES),
        (expiring(prefix="etcd/x"), None, []),
        (expiring(tags=True), None, []),
        (expiring(expiration_days=None), None, []),
    ],
)
def test_each_shortcoming_of_a_bucket_is_told(facts: BucketFacts, key: str | None, codes: list[str]) -> None:
    found = shortcomings(facts, key_prefixes=["etcd"], kms_key_arn=key)
    assert [notice.code for notice in found] == codes


def test_a_bucket_in_another_region_stops_the_program() -> None:
    assert_region(PLAIN, "us-east-1")
    with pytest.raises(ContractError) as caught:
        assert_region(PLAIN, "eu-central-1")
    assert str(caught.value) == (
        "bucket one is in region us-east-1, and etcdBackup.storage.s3.region is eu-central-1: no "
        "upload could succeed; correct the setting"
    )


def test_the_facts_are_those_that_the_provider_reads() -> None:
    encrypted = {"apply_server_side_encryption_by_default": {"kms_master_key_id": KEY}}
    rule = {
        "enabled": True,
        "prefix": "p",
        "tags": {"a": "b"},
        "abort_incomplete_multipart_upload_days": 3,
        "expiration": {"days": 30},
    }
    read: dict[str, Any] = {
        "region": "us-east-1",
        "policy": "{}",
        "versioning": {"enabled": True},
        "encryption": {"rule": encrypted},
        "lifecycle_rules": [rule, {**rule, "enabled": False}, {"enabled": True, "expiration": {}}],
    }
    assert facts_of("one", read) == BucketFacts(
        bucket="one",
        region="us-east-1",
        versioned=True,
        kms_key=KEY,
        policy="{}",
        lifecycle=(LifecycleRule(prefix="p", tags=True, abort_days=3, expiration_days=30), LifecycleRule()),
    )
    nothing: dict[str, Any] = {"region": "r", "policy": "", "versioning": None, "encryption": None}
    assert facts_of("one", {**nothing, "lifecycle_rules": []}) == BucketFacts(
        bucket="one", region="r", versioned=False, kms_key=None, policy=None, lifecycle=()
    )
