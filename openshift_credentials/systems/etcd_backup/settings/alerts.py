"""Settings of alerts on backups that stop."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.azure import text_rules as azure_rules
from openshift_credentials.platforms.kubernetes.durations import DURATION
from openshift_credentials.stack.base import Follows, Lax, Settings
from openshift_credentials.stack.texts import DnsLabel


class AlertSeverity(StrEnum):
    """Label ``severity`` of the alerts, as OpenShift's own alerts use it."""

    CRITICAL = "critical"
    WARNING = "warning"


class Alerts(Settings):
    """Alerts on backups that fail or stop."""

    prometheus_rule: bool = False
    """Create a PrometheusRule on the age of the newest successful backup and on failed backups. It
    uses the metrics of `deploy/etcd-backup-metrics.yaml` for backups of the stack and those of
    Velero for backups through OADP.
    """
    namespace: DnsLabel | None = None
    """Namespace of the PrometheusRule for the stack's own backups. Default:
    `cluster.operatorNamespace`. The rule on Schedules is in `cluster.oadpNamespace`.
    """
    newest_object: bool = False
    """Alert in the cloud when no new snapshot arrives: EventBridge and CloudWatch on AWS, a log
    search alert of Azure Monitor on Azure. On AWS also when S3 could not copy a snapshot
    (`storage.s3.replication`).
    """
    expected_every: Annotated[str, Follows(DURATION)] | None = None
    """How often the stack's own backups run, such as `24h`. Required for alerts on them. For OADP
    the Schedules determine it.
    """
    grace: Annotated[str, Follows(DURATION)] = "1h"
    """Delay of a backup after which the alert fires."""
    severity: Lax[AlertSeverity] = AlertSeverity.CRITICAL
    """`critical` or `warning`."""
    sns_topic_arn: Annotated[
        Annotated[str, Follows(aws_rules.SNS_TOPIC_ARN)] | None, Field(alias="snsTopicARN")
    ] = None
    """SNS topic that the CloudWatch alarms notify. Default: nobody is notified."""
    action_group_id: Annotated[str, Follows(azure_rules.ACTION_GROUP_ID)] | None = None
    """Action group that Azure Monitor notifies, as a resource ID. Default: nobody is notified."""

    @property
    def has_any(self) -> bool:
        """Whether there is any alert."""
        return self.prometheus_rule or self.newest_object
