"""The life of alerts: off, on, off and on again, whatever keeps the storage."""

import pytest

from tests.kit.harness import record, run_main
from tests.kit.nonempty import nonempty
from tests.kit.recorded import Recorded
from tests.kit.stacks import FRAME_NAMES, FRAMES
from tests.kit.trees import AWS, changed, config

ALERTS = {"prometheusRule": True, "newestObject": True, "expectedEvery": "24h"}
TYPES = (
    "aws:cloudwatch/metricAlarm:MetricAlarm",
    "aws:s3/bucketNotification:BucketNotification",
    "kubernetes:monitoring.coreos.com/v1:PrometheusRule",
)


def recorded(preview: bool, **changes: object) -> Recorded:
    tree = changed(AWS, backupPolicy={"wait": False}, **changes)
    return record(run_main, preview=preview, config=config(tree))


@pytest.mark.parametrize("preview", FRAMES, ids=FRAME_NAMES)
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
