"""CloudWatch alarms on missing snapshots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_aws import cloudwatch, s3

from ...base.options import child_options

_DAYS: Final = 30
_EVERY: Final = 3600
_FIVE_MINUTES: Final = 300


@dataclass(frozen=True, kw_only=True)
class MissedSnapshots:
    """One alarm: its name, the pattern of new snapshots, and the maximum hours between them."""

    name: str
    description: str
    event_pattern: str
    hours: int


@dataclass(frozen=True, kw_only=True)
class FailedCopies:
    """The alarm on snapshots that S3 could not copy: its name, both buckets, and the rule."""

    name: str
    description: str
    bucket: str
    target_bucket: str
    rule_id: str


@dataclass(frozen=True, kw_only=True)
class SnapshotAlarmsArgs:
    """The bucket, the alarms, the recipients, and the log group of the events.

    ``log_group_policy`` allows EventBridge to write to ``log_group``.
    """

    bucket: pulumi.Input[str]
    alarms: Sequence[MissedSnapshots]
    failed_copies: FailedCopies | None = None
    log_group: str
    log_group_policy: str
    topic_arn: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def recipients(self) -> Sequence[str] | None:
        """The recipients of an alarm, also when it ends."""
        return [self.topic_arn] if self.topic_arn else None


class SnapshotAlarms(pulumi.ComponentResource):
    """EventBridge counts new snapshots, and an alarm fires after the hours without one.

    A rule counts events that it sends to a target: a log group that keeps them for 30 days. The
    policy of the log group is its own, because an account has ten others in each region.
    """

    def __init__(
        self, name: str, args: SnapshotAlarmsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotAlarms", name, None, opts)
        child = child_options(self, opts)
        s3.BucketNotification(
            f"{name}-notification", bucket=args.bucket, eventbridge=True, opts=child
        )
        group = cloudwatch.LogGroup(
            f"{name}-events",
            name=args.log_group,
            retention_in_days=_DAYS,
            tags=args.tags or None,
            opts=child,
        )
        cloudwatch.LogResourcePolicy(
            f"{name}-events-policy",
            resource_arn=group.arn,
            policy_document=args.log_group_policy,
            opts=child,
        )
        for alarm in args.alarms:
            self._alarm(name, alarm, args, group)
        if copies := args.failed_copies:
            self._alarm_of_copies(name, copies, args)
        self.register_outputs({"alarms": [item.name for item in args.alarms]})

    def _alarm_of_copies(self, name: str, copies: FailedCopies, args: SnapshotAlarmsArgs) -> None:
        """S3 counts failures in the region of the first bucket, and nothing while all is well.

        Source: Amazon S3 User Guide, "Using S3 Replication metrics", and "Amazon S3 metrics and
        dimensions".
        """
        cloudwatch.MetricAlarm(
            f"{name}-copies-failed",
            name=copies.name,
            alarm_description=copies.description,
            namespace="AWS/S3",
            metric_name="OperationsFailedReplication",
            dimensions={
                "SourceBucket": copies.bucket,
                "DestinationBucket": copies.target_bucket,
                "RuleId": copies.rule_id,
            },
            statistic="Sum",
            comparison_operator="GreaterThanThreshold",
            threshold=0,
            period=_FIVE_MINUTES,
            evaluation_periods=1,
            treat_missing_data="notBreaching",
            alarm_actions=args.recipients,
            ok_actions=args.recipients,
            tags=args.tags or None,
            opts=pulumi.ResourceOptions(parent=self),
        )

    def _alarm(
        self,
        name: str,
        alarm: MissedSnapshots,
        args: SnapshotAlarmsArgs,
        group: cloudwatch.LogGroup,
    ) -> None:
        child = pulumi.ResourceOptions(parent=self)
        rule = cloudwatch.EventRule(
            f"{name}-{alarm.name}",
            name=alarm.name,
            description=alarm.description,
            event_pattern=alarm.event_pattern,
            tags=args.tags or None,
            opts=child,
        )
        cloudwatch.EventTarget(
            f"{name}-{alarm.name}-target",
            rule=rule.name,
            target_id="log",
            arn=group.arn,
            opts=child,
        )
        cloudwatch.MetricAlarm(
            f"{name}-{alarm.name}-alarm",
            name=alarm.name,
            alarm_description=alarm.description,
            namespace="AWS/Events",
            metric_name="Invocations",
            dimensions={"RuleName": rule.name},
            statistic="Sum",
            comparison_operator="LessThanThreshold",
            threshold=1,
            period=_EVERY,
            evaluation_periods=alarm.hours,
            treat_missing_data="breaching",
            alarm_actions=args.recipients,
            ok_actions=args.recipients,
            tags=args.tags or None,
            opts=child,
        )
