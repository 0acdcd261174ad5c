"""Alarms of CloudWatch, EventBridge and Azure Monitor: limits and queries.

Sources: Amazon EventBridge quotas (rules per event bus); CloudWatch User Guide, "Evaluating an
alarm" (periods of an hour or more: seven days); Amazon S3 User Guide, "Using EventBridge"; Azure
Monitor, "Create a log search alert rule" (window of at most two days); Azure Monitor Logs
reference, StorageBlobLogs.
"""

import math
from typing import Final

from openshift_credentials.platforms.kubernetes.names import canonical_json

PERIOD_SECONDS: Final = 3600
CLOUDWATCH_LIMIT: Final = 7 * 24 * 3600
EVENTBRIDGE_RULES_LIMIT: Final = 300
AZURE_LIMIT: Final = 2 * 24 * 3600

_WINDOWS: Final = {
    300: "PT5M", 600: "PT10M", 900: "PT15M", 1800: "PT30M", 2700: "PT45M", 3600: "PT1H",
    7200: "PT2H", 10800: "PT3H", 14400: "PT4H", 18000: "PT5H", 21600: "PT6H", 86400: "P1D",
    172800: "P2D",
}  # fmt: skip
"""Windows that Azure Monitor accepts, by their seconds."""


def event_pattern(bucket: str, key_prefix: str) -> str:
    """Matches every new object below a prefix."""
    return canonical_json(
        {
            "source": ["aws.s3"],
            "detail-type": ["Object Created"],
            "detail": {"bucket": {"name": [bucket]}, "object": {"key": [{"prefix": key_prefix}]}},
        }
    )


def alarm_periods(seconds: int) -> int:
    """Hours without an event until the alarm fires, at most seven days of them."""
    return math.ceil(seconds / PERIOD_SECONDS)


def log_group_policy(partition: str, region: str, account_id: str, log_group: str) -> str:
    """Lets EventBridge write events to the log group, in the form that its documentation has.

    It has no condition: nothing says that EventBridge names an account or a rule when it creates a
    log stream, and an event that cannot be written is lost without a word.

    Source: Amazon EventBridge User Guide, "Using resource-based policies", CloudWatch Logs.
    """
    return canonical_json(
        {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Sid": "KeepEventsOfSnapshots",
                    "Effect": "Allow",
                    "Principal": {
                        "Service": ["delivery.logs.amazonaws.com", "events.amazonaws.com"]
                    },
                    "Action": ["logs:CreateLogStream", "logs:PutLogEvents"],
                    "Resource": f"arn:{partition}:logs:{region}:{account_id}:"
                    f"log-group:{log_group}:*",
                }
            ],
        }
    )


def window(seconds: int) -> str:
    """The shortest window of Azure Monitor that is long enough, as an ISO 8601 duration."""
    return next((text for size, text in _WINDOWS.items() if size >= seconds), _WINDOWS[AZURE_LIMIT])


def new_blobs_query(account: str, container: str, key_prefix: str, seconds: int) -> str:
    """Snapshots of the last seconds below a prefix, in the language of Azure Monitor Logs.

    The window of an alert is longer, as Azure Monitor has few of them. No prefix has a quotation
    mark or a backslash.
    """
    return (
        "StorageBlobLogs\n"
        f"| where TimeGenerated > ago({seconds}s)\n"
        f'| where AccountName == "{account}"\n'
        '| where OperationName in ("PutBlob", "PutBlockList") and StatusText == "Success"\n'
        f'| where ObjectKey startswith "/{account}/{container}/{key_prefix}"'
    )
