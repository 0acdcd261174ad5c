"""Wrong settings of alerts: each is refused with its path, the rule and the way out."""

from typing import Any

import pytest

from tests.kit.trees import AWS, AZURE, Tree, changed, problems

TOPIC = "arn:aws:sns:us-east-1:123456789012:platform"
SUBSCRIPTION = "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/audit"
GROUP = f"{SUBSCRIPTION}/providers/Microsoft.Insights/actionGroups/platform"
WORKSPACE = f"{SUBSCRIPTION}/providers/Microsoft.OperationalInsights/workspaces/audit"
DAILY = {"expectedEvery": "24h"}
NEWEST = {**DAILY, "newestObject": True}
MANY = [{"hostedCluster": f"clusters/c{number}", "trigger": "1"} for number in range(301)]
SEVERAL_DAYS = {"name": "n", "schedule": "@weekly", "hostedClusters": ["a/b"]}

WRONG: list[tuple[Tree, dict[str, Any], str, str]] = [
    (AWS, {"alerts": {"prometheusRule": True}}, "expectedEvery", "24h"),
    (AWS, {"alerts": {"newestObject": True}}, "expectedEvery", "how often"),
    (AWS, {"alerts": {**DAILY, "expectedEvery": "1d"}}, "expectedEvery", "24h"),
    (AWS, {"alerts": {**DAILY, "expectedEvery": 24}}, "expectedEvery", ""),
    (AWS, {"alerts": {**DAILY, "grace": "soon"}}, "grace", "whole hours"),
    (AWS, {"alerts": {**DAILY, "severity": "page"}}, "severity", "critical"),
    (AWS, {"alerts": {**DAILY, "namespace": "My_NS"}}, "namespace", ""),
    (AWS, {"alerts": {**DAILY, "prometheusRules": True}}, "prometheusRules", "prometheusRule"),
    (
        AWS,
        {"backups": [], "alerts": {"prometheusRule": True}},
        "prometheusRule",
        "nothing to watch",
    ),
    (AWS, {"backups": [], "alerts": {"newestObject": True}}, "newestObject", "nothing to watch"),
    (AWS, {"alerts": {**NEWEST, "snsTopicARN": "platform"}}, "snsTopicARN", "ARN of an SNS"),
    (AWS, {"alerts": {**DAILY, "snsTopicARN": TOPIC}}, "snsTopicARN", "newestObject: true"),
    (
        AWS,
        {"alerts": {**NEWEST, "snsTopicARN": TOPIC.replace("us-east-1", "us-west-2")}},
        "snsTopicARN",
        "another region",
    ),
    (AWS, {"alerts": {**NEWEST, "actionGroupId": GROUP}}, "actionGroupId", "other cloud"),
    (AWS, {"alerts": NEWEST, "storage__s3__existing": True}, "newestObject", "does not create"),
    (AWS, {"alerts": {**NEWEST, "expectedEvery": "168h"}}, "newestObject", "7 days"),
    (AWS, {"alerts": NEWEST, "backups": MANY}, "newestObject", "301 rules"),
    (AZURE, {"alerts": NEWEST}, "newestObject", "diagnostics.workspaceId"),
    (AZURE, {"alerts": {**DAILY, "actionGroupId": GROUP}}, "actionGroupId", "newestObject: true"),
    (AZURE, {"alerts": {**NEWEST, "actionGroupId": "platform"}}, "actionGroupId", "action group"),
    (AZURE, {"alerts": {**NEWEST, "snsTopicARN": TOPIC}}, "snsTopicARN", "other cloud"),
    (
        AZURE,
        {
            "alerts": NEWEST | {"expectedEvery": "48h"},
            "storage__azureBlob__diagnostics": {"workspaceId": WORKSPACE},
        },
        "newestObject",
        "2 days",
    ),
    (
        AWS,
        {
            "backups": [],
            "alerts": {"newestObject": True},
            "oadp": {
                "enabled": True,
                "secretName": "cloud-credentials",
                "schedules": [SEVERAL_DAYS],
            },
        },
        "newestObject",
        "169 hours apart",
    ),
]


@pytest.mark.parametrize(("tree", "changes", "setting", "part"), WRONG)
def test_a_wrong_setting_is_refused(
    tree: Tree, changes: dict[str, Any], setting: str, part: str
) -> None:
    found = problems(changed(tree, **changes))
    (mine,) = [each for each in found if f"etcdBackup.alerts.{setting}" in each]
    assert part in mine


AT_THE_LIMIT: list[tuple[Tree, dict[str, Any]]] = [
    (AWS, {"alerts": NEWEST, "backups": MANY[:300]}),
    (AWS, {"alerts": {**NEWEST, "expectedEvery": "167h"}}),
    (
        AZURE,
        {
            "alerts": {**NEWEST, "expectedEvery": "47h"},
            "storage__azureBlob__diagnostics": {"workspaceId": WORKSPACE},
        },
    ),
]


@pytest.mark.parametrize(("tree", "changes"), AT_THE_LIMIT)
def test_an_alert_at_the_limit_of_its_cloud_is_accepted(
    tree: Tree, changes: dict[str, Any]
) -> None:
    """With the hour of grace, seven days in CloudWatch and two in Azure Monitor."""
    assert not problems(changed(tree, **changes))
