"""Alerts on backups: what is expected, when it is missed, and what Prometheus makes of it."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from openshift_credentials.platforms.kubernetes.names import canonical_json
from openshift_credentials.systems.etcd_backup.plan.alerts import expected_snapshots, plan_rules
from openshift_credentials.systems.etcd_backup.rules import alerting, cloud_alarms
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.places import REPOSITORY
from tests.kit.promql import Query
from tests.kit.trees import AWS, AZURE, Tree, backup_settings, changed, config

DEPLOY: Final = REPOSITORY / "deploy"
HOUR: Final = 3600
NOW: Final = 100 * 24 * HOUR
NIGHTLY: Final[Tree] = {
    "enabled": True,
    "schedules": [
        {"name": "nightly", "schedule": "30 2 * * 1-5", "hostedClusters": ["shop/prod"]},
        {"name": "off", "schedule": "@daily", "hostedClusters": ["shop/prod"], "paused": True},
    ],
}
DAILY: Final[Tree] = {"prometheusRule": True, "expectedEvery": "24h"}


def settings(tree: Tree = AWS, **changes: object) -> EtcdBackupSettings:
    return backup_settings(config(changed(tree, **changes)))


def own(reason: str, hours_ago: float, namespace: str = "clusters-one") -> tuple[str, float]:
    """A series of kube-state-metrics for a backup that ended so long ago."""
    status = "True" if reason == "BackupSucceeded" else "False"
    labels = (
        f'hcp_namespace="{namespace}",backup="{reason}-{hours_ago}",type="BackupCompleted",'
        f'status="{status}",reason="{reason}"'
    )
    return f"{alerting.TRANSITION}{{{labels}}}", NOW - hours_ago * HOUR


def velero(schedule: str, hours_ago: float) -> tuple[str, float]:
    return f'{alerting.VELERO_SUCCESS}{{schedule="{schedule}",pod="v"}}', NOW - hours_ago * HOUR


def raised(of: EtcdBackupSettings, *series: tuple[str, float]) -> set[str]:
    """The alerts that hold at this moment."""
    query = Query(dict(series), NOW)
    return {
        str(rule["alert"])
        for planned in plan_rules(of)
        for group in planned.groups
        for rule in rules_of(group)
        if query(str(rule["expr"]))
    }


def rules_of(group: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return group["rules"]


FAILED, SUCCEEDED = "BackupFailed", "BackupSucceeded"
CASES: Final[dict[str, tuple[list[tuple[str, float]], set[str]]]] = {
    "all is well": ([own(SUCCEEDED, 3)], set()),
    "just in time": ([own(SUCCEEDED, 24.9)], set()),
    "late": ([own(SUCCEEDED, 25.1)], {"EtcdBackupMissing"}),
    "late beside an older one": ([own(SUCCEEDED, 26), own(SUCCEEDED, 50)], {"EtcdBackupMissing"}),
    "no metric at all": ([], {"EtcdBackupMissing"}),
    "another hosted cluster alone": ([own(SUCCEEDED, 1, "clusters-two")], {"EtcdBackupMissing"}),
    "the newest failed": ([own(SUCCEEDED, 20), own(FAILED, 1)], {"EtcdBackupFailed"}),
    "rejected": ([own(SUCCEEDED, 20), own("BackupRejected", 1)], {"EtcdBackupFailed"}),
    "a success after the failure": ([own(FAILED, 20), own(SUCCEEDED, 1)], set()),
    "nothing but failures": ([own(FAILED, 1)], {"EtcdBackupMissing", "EtcdBackupFailed"}),
    "one that runs": ([own(SUCCEEDED, 20), own("BackupInProgress", 0.1)], set()),
}


@pytest.mark.parametrize("name", CASES)
def test_an_alert_is_raised_when_backups_fail_or_stop(name: str) -> None:
    series, alerts = CASES[name]
    assert raised(settings(alerts=DAILY), *series) == alerts


def test_the_threshold_of_a_schedule_is_its_longest_interval_and_the_grace() -> None:
    of = settings(
        oadp={**NIGHTLY, "secretName": "cloud-credentials"},
        backups=[],
        alerts={"prometheusRule": True, "grace": "2h"},
    )
    (nightly,) = expected_snapshots(of)
    assert nightly.seconds == (72 + 2) * HOUR
    assert raised(of, velero(nightly.schedule, 73)) == set()
    assert raised(of, velero(nightly.schedule, 75)) == {"EtcdBackupScheduleMissing"}
    assert raised(of, velero("another", 1)) == {"EtcdBackupScheduleMissing"}


def test_rules_are_where_the_metrics_are() -> None:
    both = settings(
        oadp={**NIGHTLY, "secretName": "cloud-credentials"},
        alerts={**DAILY, "namespace": "monitoring"},
    )
    assert [rule.namespace for rule in plan_rules(both)] == ["monitoring", "openshift-adp"]
    assert list(plan_rules(settings())) == []


def test_the_metrics_of_the_rules_are_those_of_the_configuration() -> None:
    config_map, _ = yaml.safe_load_all((DEPLOY / "etcd-backup-metrics.yaml").read_text())
    configuration: dict[str, Any] = yaml.safe_load(config_map["data"]["config.yaml"])
    resource: dict[str, Any] = configuration["spec"]["resources"][0]
    metric: dict[str, Any] = resource["metrics"][0]
    assert f"{resource['metricNamePrefix']}_{metric['name']}" == alerting.TRANSITION
    known: set[str] = {*resource["labelsFromPath"], *metric["each"]["gauge"]["labelsFromPath"]}
    assert {alerting.NAMESPACE_LABEL, "type", "status", "reason"} <= known


def test_prometheus_itself_finds_the_same(tmp_path: Path) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed; the test above evaluates the same expressions")
    (planned,) = plan_rules(settings(alerts=DAILY))
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump({"groups": planned.groups}))
    tests: list[dict[str, Any]] = [
        {
            "interval": "30m",
            "name": name,
            "input_series": [
                {"series": each, "values": f"{value - NOW + 30 * HOUR:.0f}+0x80"}
                for each, value in series
            ],
            "alert_rule_test": [
                {"eval_time": "30h", "alertname": alert, "exp_alerts": []}
                for alert in ("EtcdBackupMissing", "EtcdBackupFailed")
                if alert not in alerts
            ],
            "promql_expr_test": [
                {
                    "expr": f"count({rule['expr']}) > 0",
                    "eval_time": "30h",
                    "exp_samples": [{"labels": "{}", "value": 1}],
                }
                for rule in rules_of(planned.groups[0])
                if rule["alert"] in alerts
            ],
        }
        for name, (series, alerts) in CASES.items()
    ]
    document: dict[str, Any] = {
        "rule_files": ["rules.yaml"],
        "evaluation_interval": "30m",
        "tests": tests,
    }
    (tmp_path / "tests.yaml").write_text(yaml.safe_dump(document))
    for command in (["check", "rules", "rules.yaml"], ["test", "rules", "tests.yaml"]):
        done = subprocess.run(
            [promtool, *command], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_eventbridge_sees_the_snapshots_of_one_hosted_cluster() -> None:
    (one,) = expected_snapshots(settings(alerts=DAILY))
    pattern = json.loads(cloud_alarms.event_pattern("snapshots", one.key_prefix))
    assert pattern["detail"]["object"]["key"] == [{"prefix": "etcd-backups/clusters/one/"}]
    assert canonical_json(pattern) == cloud_alarms.event_pattern("snapshots", one.key_prefix)


def test_snapshots_of_a_schedule_lie_below_its_own_name() -> None:
    (nightly,) = expected_snapshots(settings(AZURE, backups=[], oadp=NIGHTLY))
    assert nightly.key_prefix == f"velero/backups/{nightly.schedule}-"


@pytest.mark.parametrize(
    ("seconds", "window"), [(300, "PT5M"), (3601, "PT2H"), (25 * HOUR, "P2D"), (48 * HOUR, "P2D")]
)
def test_a_window_of_azure_is_long_enough(seconds: int, window: str) -> None:
    assert cloud_alarms.window(seconds) == window


def test_the_window_of_an_alert_is_the_duration_that_azure_monitor_accepts() -> None:
    units = {"M": 60, "H": 3600, "D": 24 * 3600}
    accepted = [5, 10, 15, 30, 45, 60, 120, 180, 240, 300, 360, 1440, 2880]
    found = [cloud_alarms.window(60 * minutes) for minutes in accepted]
    numbers = [int(text.strip("PTMHD")) * units[text[-1]] for text in found]
    assert numbers == [60 * minutes for minutes in accepted]
    assert all(text.startswith("P" if text[-1] == "D" else "PT") for text in found)
    longer = [cloud_alarms.window(60 * minutes + 1) for minutes in accepted]
    assert longer == [*found[1:], found[-1]]
