"""Types, required settings and rules between settings are told together, in one group too."""

from typing import Any

import pytest

from tests.kit.trees import AWS, AZURE, changed, paths

LOCK = {"objectLock": {"mode": "governance", "days": 7}}
S3: dict[str, Any] = {"bucket": "snapshots", "region": "us-east-1", "accountId": "123456789012"}


def told(*settings: str) -> set[str]:
    return {f"etcdBackup.storage.{name}" for name in settings}


@pytest.mark.parametrize("absent", [(), ("region",), ("bucket",), tuple(S3)])
@pytest.mark.parametrize("wrong", [{}, {"keyPrefix": "//"}, {"versioned": "yes"}])
def test_a_rule_of_a_bucket_is_reported_beside_every_other_problem(
    absent: tuple[str, ...], wrong: dict[str, Any]
) -> None:
    bucket = {name: value for name, value in S3.items() if name not in absent}
    tree = changed(AWS, storage__s3={**bucket, **LOCK, **wrong, "retentionDays": 3})
    found = set(paths(tree))
    wanted = told("s3.retentionDays", *(f"s3.{name}" for name in (*absent, *wrong)))
    assert wanted <= found, found


@pytest.mark.parametrize("lock", [{"days": 7}, {"mode": "no", "days": 7}])
def test_a_rule_of_a_group_is_reported_beside_what_is_wrong_in_the_group(lock: dict[str, Any]) -> None:
    tree = changed(AWS, storage__s3={**S3, "objectLock": lock, "retentionDays": 3})
    found = set(paths(tree))
    assert found == told("s3.retentionDays", "s3.objectLock.mode")


def test_a_rule_between_schedules_is_reported_beside_a_wrong_time() -> None:
    nightly = {"name": "n", "schedule": "@daily", "hostedClusters": ["a/b"]}
    schedules = [nightly, {**nightly, "schedule": "soon"}]
    tree = changed(AWS, oadp={"enabled": True, "secretName": "s", "schedules": schedules})
    found = set(paths(tree))
    second = "etcdBackup.oadp.schedules[1]"
    assert {f"{second}.schedule", f"{second}.name"} <= found, found


@pytest.mark.parametrize("absent", ["storageAccount", "location", "subscriptionId", "resourceGroup"])
def test_a_rule_of_an_account_is_reported_beside_a_missing_setting(absent: str) -> None:
    blob = dict(AZURE["storage"]["azureBlob"])
    del blob[absent]
    tree = changed(AZURE, storage__azureBlob={**blob, "tags": {"a": "1", "A": "2"}})
    found = set(paths(tree))
    assert told(f"azureBlob.{absent}", "azureBlob.tags.A") <= found, found
