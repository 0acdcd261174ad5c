"""What a stack says of a bucket that it imports."""

import json
from dataclasses import replace
from typing import Any

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.rules.adopted_bucket import (
    BucketFacts,
    LifecycleRule,
    assert_region,
    facts_of,
    parts_to_replace,
)

PLAIN = BucketFacts(
    bucket="one", region="us-east-1", versioned=True, kms_key=None, policy=None, lifecycle=()
)
KEY = "arn:aws:kms:us-east-1:123456789012:key/k"
POLICY = json.dumps({"Statement": [{"Sid": "DenyWithoutTLS"}, {"Sid": "Mine"}, {}]})


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        (PLAIN, []),
        (replace(PLAIN, versioned=False), ["import-enables-versioning"]),
        (replace(PLAIN, policy=POLICY), ["import-replaces-policy"]),
        (replace(PLAIN, policy=json.dumps({"Statement": {"Sid": "DenyOldTLS"}})), []),
        (replace(PLAIN, lifecycle=(LifecycleRule(),) * 2), ["import-replaces-lifecycle"]),
        (replace(PLAIN, kms_key=KEY), []),
        (replace(PLAIN, kms_key=f"{KEY}2"), ["import-replaces-encryption"]),
    ],
)
def test_each_part_that_an_import_replaces_is_told(facts: BucketFacts, codes: list[str]) -> None:
    assert [notice.code for notice in parts_to_replace(facts, keeps_kms_key=KEY)] == codes


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
        lifecycle=(
            LifecycleRule(prefix="p", tags=True, abort_days=3, expiration_days=30),
            LifecycleRule(),
        ),
    )
    nothing: dict[str, Any] = {"region": "r", "policy": "", "versioning": None, "encryption": None}
    assert facts_of("one", {**nothing, "lifecycle_rules": []}) == BucketFacts(
        bucket="one", region="r", versioned=False, kms_key=None, policy=None, lifecycle=()
    )
