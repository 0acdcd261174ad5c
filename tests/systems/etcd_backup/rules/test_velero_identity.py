"""Velero's role: judged by the IAM linter and by moto's evaluation of policies."""

import json

import pytest
from moto.iam.access_control import IAMPolicy, PermissionResult

from openshift_credentials.systems.etcd_backup.rules.upload_policy import upload_policy
from openshift_credentials.systems.etcd_backup.rules.velero_identity import (
    data_protection_application,
    velero_policy,
)
from tests.platforms.aws.policies.linter import findings

KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
BUCKET = "arn:aws:s3:::snapshots"


def permitted(prefix: str, action: str, resource: str, listed: str = "") -> bool:
    policy = IAMPolicy(velero_policy("aws", "us-east-1", "snapshots", prefix))
    context = {"s3:prefix": listed} if listed else None
    return policy.is_action_permitted(action, resource, None, context) is PermissionResult.PERMITTED


@pytest.mark.parametrize("prefix", ["velero", ""])
@pytest.mark.parametrize("key", [KEY, None])
def test_the_policy_is_without_findings(prefix: str, key: str | None) -> None:
    conditions = {"StringEquals": {"aws:ResourceAccount": "123456789012"}}
    document = velero_policy(
        "aws", "us-east-1", "snapshots", prefix, kms_key_arn=key, conditions=conditions
    )
    assert findings(document) == []


@pytest.mark.parametrize("action", ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"])
def test_velero_keeps_its_own_tree_and_no_other_snapshot(action: str) -> None:
    assert permitted("velero", action, f"{BUCKET}/velero/backups/nightly-1/etcd-backup/1.db")
    assert not permitted("velero", action, f"{BUCKET}/etcd-backups/1.db")
    assert not permitted("velero", action, f"{BUCKET}/velero-2/backups/a")
    assert not permitted("velero", action, "arn:aws:s3:::another/velero/a")
    assert permitted("", action, f"{BUCKET}/backups/a")


def test_the_bucket_stays_as_it_is() -> None:
    assert permitted("velero", "s3:GetBucketLocation", BUCKET)
    for action in ("s3:DeleteBucket", "s3:PutBucketPolicy", "s3:PutLifecycleConfiguration"):
        assert not permitted("velero", action, BUCKET), action


@pytest.mark.parametrize(("partition", "region"), [("aws", "us-east-1"), ("aws-cn", "cn-north-1")])
def test_velero_uses_the_key_through_the_same_services_as_the_uploader(
    partition: str, region: str
) -> None:
    """In China, ``kms:ViaService`` occurs with and without the suffix ``.cn``."""
    where = (partition, region, "snapshots")
    of_velero = json.loads(velero_policy(*where, "velero", kms_key_arn=KEY))["Statement"][-1]
    of_uploader = json.loads(upload_policy(*where, ["etcd"], kms_key_arn=KEY))["Statement"][-1]
    assert of_velero["Condition"] == of_uploader["Condition"]


@pytest.mark.parametrize("labelled", [True, False])
def test_oadp_mounts_no_secret_into_velero(labelled: bool) -> None:
    plugin = "azure" if labelled else "aws"
    spec = data_protection_application("openshift-adp", plugin, labelled=labelled)["spec"]
    assert spec["backupImages"] is False  # type: ignore[index]
    velero = spec["configuration"]["velero"]  # type: ignore[index]
    assert velero["noDefaultBackupLocation"] is True
    assert ("podConfig" in velero) == labelled
