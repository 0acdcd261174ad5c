"""The life of alerts: off, on, off and on again, whatever keeps the storage."""

import json

import pytest

from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, run_main
from tests.kit.nonempty import nonempty
from tests.kit.recorded import Recorded
from tests.kit.trees import AWS, changed, config

ALERTS = {"prometheusRule": True, "newestObject": True, "expectedEvery": "24h"}
TYPES = (
    tokens.METRIC_ALARM,
    "aws:s3/bucketNotification:BucketNotification",
    "kubernetes:monitoring.coreos.com/v1:PrometheusRule",
)


def recorded(preview: bool, **changes: object) -> Recorded:
    tree = changed(AWS, backupPolicy={"wait": False}, **changes)
    return record(run_main, preview=preview, config=config(tree))


@FRAMES
@pytest.mark.parametrize("kept", [{}, {"protect": False}, {"retainOnDestroy": True}])
def test_alerts_can_be_switched_off_whatever_keeps_the_storage(
    preview: bool, kept: dict[str, bool]
) -> None:
    s3 = {**AWS["storage"]["s3"], **kept}
    on = recorded(preview, alerts=ALERTS, storage__s3=s3)
    off = recorded(preview, storage__s3=s3)
    for type_ in TYPES:
        (made,) = on.all(type_)
        assert not made.protect, type_
        assert not made.request.retainOnDelete, type_
        assert type_ not in off.types
    others = {resource.name for resource in on.resources} - {each.name for each in off.resources}
    assert all(
        name.startswith(("etcd-backup-alarms", "etcd-backup-alerts")) for name in nonempty(others)
    )


def test_an_alarm_fires_where_an_hour_after_hour_has_no_snapshot() -> None:
    (alarm,) = recorded(True, alerts={**ALERTS, "grace": "90m"}).all(TYPES[0])
    assert alarm.inputs["evaluationPeriods"] == 26
    assert alarm.inputs["treatMissingData"] == "breaching"
    assert alarm.inputs["dimensions"] == {"RuleName": "mc-1-etcd-clusters-one"}


def test_notifications_come_after_all_that_configures_the_bucket() -> None:
    run = recorded(True, alerts=ALERTS)
    (notification,) = run.all(TYPES[1])
    names = {urn.rpartition("::")[2] for urn in notification.request.dependencies}
    assert "etcd-backup-snapshots-policy" in names


@FRAMES
def test_a_copy_that_fails_raises_an_alarm_in_the_region_of_the_first_bucket(preview: bool) -> None:
    topic = "arn:aws:sns:us-east-1:123456789012:platform"
    copy = {"bucket": "copies", "region": "eu-west-1"}
    s3 = {**AWS["storage"]["s3"], "replication": copy}
    run = recorded(preview, alerts={**ALERTS, "snsTopicARN": topic}, storage__s3=s3)

    alarm = run.named(TYPES[0], "etcd-backup-alarms-copies-failed")
    rule = run.only(tokens.S3_REPLICATION).inputs["rules"][0]
    assert rule["destination"]["metrics"] == {"status": "Enabled"}, "S3 counts nothing without"
    assert alarm.inputs["dimensions"] == {
        "SourceBucket": "snapshots",
        "DestinationBucket": "copies",
        "RuleId": rule["id"],
    }
    assert alarm.inputs["metricName"] == "OperationsFailedReplication"
    assert alarm.inputs["treatMissingData"] == "notBreaching", "S3 tells nothing while all is well"
    assert (alarm.inputs["comparisonOperator"], alarm.inputs["threshold"]) == (
        "GreaterThanThreshold",
        0,
    )
    assert alarm.inputs["alarmActions"] == [topic]
    assert run.provider(alarm).inputs["region"] == "us-east-1"


def test_the_log_of_events_has_its_own_policy() -> None:
    run = recorded(False, alerts=ALERTS)
    policy = run.only(tokens.LOG_RESOURCE_POLICY)
    assert policy.inputs["resourceArn"].endswith(":log-group:/aws/events/snapshots")
    assert "policyName" not in policy.inputs, "an account has ten of those in a region"
    (statement,) = json.loads(policy.inputs["policyDocument"])["Statement"]
    assert "Condition" not in statement, "EventBridge does not say for whom it creates a log stream"
