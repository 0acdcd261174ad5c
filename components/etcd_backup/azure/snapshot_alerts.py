"""Azure Monitor alerts on missing snapshots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import monitor

from ...base.options import child_options


@dataclass(frozen=True, kw_only=True)
class MissedBlobs:
    """One alert: its name, the query for new snapshots, and the window that must contain one.

    ``severity`` ranges from 0 (critical) to 4.
    """

    name: str
    description: str
    query: str
    window: str
    severity: int


@dataclass(frozen=True, kw_only=True)
class SnapshotAlertsArgs:
    """The workspace with the log of the blob service, the alerts, and the recipients."""

    resource_group: pulumi.Input[str]
    location: str
    workspace_id: str
    alerts: Sequence[MissedBlobs]
    action_group_id: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class SnapshotAlerts(pulumi.ComponentResource):
    """One log search alert per hosted cluster, evaluated every hour."""

    def __init__(
        self, name: str, args: SnapshotAlertsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:SnapshotAlerts", name, None, opts)
        actions = [args.action_group_id] if args.action_group_id else []
        for alert in args.alerts:
            monitor.ScheduledQueryRule(
                f"{name}-{alert.name}",
                resource_group_name=args.resource_group,
                rule_name=alert.name,
                location=args.location,
                kind=monitor.Kind.LOG_ALERT,
                description=alert.description,
                display_name=alert.description,
                enabled=True,
                scopes=[args.workspace_id],
                severity=alert.severity,
                evaluation_frequency="PT1H",
                window_size=alert.window,
                criteria={
                    "all_of": [
                        {
                            "query": alert.query,
                            "time_aggregation": monitor.TimeAggregation.COUNT,
                            "operator": monitor.ConditionOperator.LESS_THAN,
                            "threshold": 1,
                            "failing_periods": {
                                "number_of_evaluation_periods": 1,
                                "min_failing_periods_to_alert": 1,
                            },
                        }
                    ]
                },
                actions={"action_groups": actions},
                auto_mitigate=True,
                # A workspace has the table only after the first log.
                skip_query_validation=True,
                tags=args.tags or None,
                opts=child_options(self, opts),
            )
        self.register_outputs({"alerts": [item.name for item in args.alerts]})
