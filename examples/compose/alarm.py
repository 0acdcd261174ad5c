"""An alarm if no snapshot was written for a day: EventBridge counts new objects."""

import json

import openshift_credentials_components.etcd_backup as etcd
import pulumi
import pulumi_aws as aws

ACCOUNT, SNAPSHOTS = "123456789012", "rosa-mc-1-etcd-snapshots"
LOG, HOURS = "/aws/events/etcd-snapshots", 26

backups = etcd.EtcdBackup(
    "rosa",
    etcd.EtcdBackupArgs(
        cluster=etcd.Cluster(name="rosa-mc-1", oidc_issuer="https://oidc.example.com/rosa-mc-1"),
        storage=etcd.S3Storage(bucket=SNAPSHOTS, region="us-east-1", account_id=ACCOUNT),
        credentials=etcd.AwsSts(role_name="rosa-mc-1-etcd-backup"),
        backups=[etcd.Backup(hosted_cluster="clusters/orders", trigger="2026-11-21")],
    ),
)
bucket = pulumi.Output.format("{0}", backups.outputs.exports["bucket"])

aws.s3.BucketNotification("snapshots", bucket=bucket, eventbridge=True)
pattern = {"source": ["aws.s3"], "detail-type": ["Object Created"], "detail": {"bucket": {"name": [bucket]}}}
rule = aws.cloudwatch.EventRule("snapshots", event_pattern=pulumi.Output.json_dumps(pattern))
# EventBridge counts what it sends to a target, here a log group.
log = aws.cloudwatch.LogGroup("snapshots", name=LOG, retention_in_days=30)
statement = {
    "Effect": "Allow",
    "Principal": {"Service": ["events.amazonaws.com", "delivery.logs.amazonaws.com"]},
    "Action": ["logs:CreateLogStream", "logs:PutLogEvents"],
    "Resource": f"arn:aws:logs:us-east-1:{ACCOUNT}:log-group:{LOG}:*",
}
document = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
policy = aws.cloudwatch.LogResourcePolicy("snapshots", policy_name="etcd-snapshots", policy_document=document)
after = pulumi.ResourceOptions(depends_on=[policy])
aws.cloudwatch.EventTarget("snapshots", rule=rule.name, arn=log.arn, opts=after)
topic = aws.sns.Topic("snapshots")
aws.cloudwatch.MetricAlarm(
    "snapshots",
    alarm_description=f"no etcd snapshot for {HOURS} hours",
    namespace="AWS/Events",
    metric_name="Invocations",
    dimensions={"RuleName": rule.name},
    statistic="Sum",
    comparison_operator="LessThanThreshold",
    threshold=1,
    period=3600,
    evaluation_periods=HOURS,
    treat_missing_data="breaching",
    alarm_actions=[topic.arn],
)
