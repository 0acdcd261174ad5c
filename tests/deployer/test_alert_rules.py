"""deploy/etcd-backup-alerts.yaml: alerts rest on metrics that etcd-backup-metrics.yaml gives."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
import yaml

from openshift_credentials.systems.etcd_backup.rules.backup_status import CONDITION, FAILURES, BackupReason
from tests.kit.places import REPOSITORY

DEPLOY: Final = REPOSITORY / "deploy"
WORDS: Final = {"absent", "by", "max", "on", "time", "unless"}
"""Functions and operators of PromQL that the alerts use."""

_NAME: Final = re.compile(r"(?<![\w\"])[a-z_]+(?![\w\"])")
_MATCHER: Final = re.compile(r'(\w+)(=|=~)"([^"]*)"')


def metrics() -> dict[str, set[str]]:
    """Every metric of the configuration of kube-state-metrics, with its labels."""
    config_map, _ = yaml.safe_load_all((DEPLOY / "etcd-backup-metrics.yaml").read_text())
    configuration: dict[str, Any] = yaml.safe_load(config_map["data"]["config.yaml"])
    return {
        f"{resource['metricNamePrefix']}_{metric['name']}": {
            *resource["labelsFromPath"],
            *metric["each"]["gauge"]["labelsFromPath"],
        }
        for resource in configuration["spec"]["resources"]
        for metric in resource["metrics"]
    }


def rules() -> Iterator[dict[str, Any]]:
    rule: dict[str, Any] = yaml.safe_load((DEPLOY / "etcd-backup-alerts.yaml").read_text())
    for group in rule["spec"]["groups"]:
        yield from group["rules"]


@pytest.mark.parametrize("rule", list(rules()), ids=lambda rule: rule["alert"])
def test_an_alert_uses_metrics_labels_and_values_that_exist(rule: dict[str, Any]) -> None:
    expression: str = rule["expr"]
    bare = re.sub(r"\{[^}]*\}", "", expression)
    names = set(_NAME.findall(re.sub(r"(?:by|on) \([a-z_, ]*\)", "", bare))) - WORDS
    assert names == set(metrics()), "every name in the expression is a metric"

    (labels,) = metrics().values()
    grouped = {name.strip() for listed in re.findall(r"(?:by|on) \(([a-z_, ]*)\)", bare) for name in listed.split(",")}
    matchers = _MATCHER.findall(expression)
    assert grouped | {label for label, _, _ in matchers} <= labels
    shown = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
    assert shown <= grouped, "only a label that the result of the expression has can be shown"

    values = {label: set(value.split("|")) for label, _, value in matchers}
    assert values["type"] == {CONDITION}
    assert values.get("status", {"True"}) == {"True"}
    assert values.get("reason", set(FAILURES)) == set(FAILURES) <= set(BackupReason)


def test_a_backup_that_fails_and_one_that_is_missing_have_an_alert() -> None:
    expressions = {rule["alert"]: rule["expr"] for rule in rules()}
    assert set(expressions) == {
        "EtcdBackupFailed", "EtcdBackupMetricsMissing", "EtcdBackupMissing",
    }  # fmt: skip
    assert "time() - max by (hcp_namespace)" in expressions["EtcdBackupMissing"]
    assert all(name in expressions["EtcdBackupFailed"] for name in FAILURES)
