"""Who touched which snapshot, and what there is each day: a trail of the objects, an inventory."""

import json

import openshift_credentials_components.etcd_backup as etcd
import pulumi
import pulumi_aws as aws

ACCOUNT, SNAPSHOTS, RECORDS = "123456789012", "rosa-mc-1-etcd-snapshots", "rosa-mc-1-etcd-records"
PLACE = f"arn:aws:s3:::{RECORDS}"
TRAIL = f"arn:aws:cloudtrail:us-east-1:{ACCOUNT}:trail/rosa-mc-1-etcd-snapshots"

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

records = aws.s3.Bucket("records", bucket=RECORDS, opts=pulumi.ResourceOptions(protect=True))
trail = {"Effect": "Allow", "Principal": {"Service": "cloudtrail.amazonaws.com"}}
of_trail = {"Condition": {"StringEquals": {"aws:SourceArn": TRAIL}}}
lists = {"Effect": "Allow", "Principal": {"Service": "s3.amazonaws.com"}}
of_lists = {"Condition": {"StringEquals": {"aws:SourceArn": f"arn:aws:s3:::{SNAPSHOTS}"}}}
statements = [
    {**trail, **of_trail, "Action": "s3:GetBucketAcl", "Resource": PLACE},
    {**trail, **of_trail, "Action": "s3:PutObject", "Resource": f"{PLACE}/AWSLogs/{ACCOUNT}/*"},
    {**lists, **of_lists, "Action": "s3:PutObject", "Resource": f"{PLACE}/inventory/*"},
]
document = json.dumps({"Version": "2012-10-17", "Statement": statements})
policy = aws.s3.BucketPolicy("records", bucket=records.bucket, policy=document)
arn = pulumi.Output.concat("arn:aws:s3:::", bucket, "/")
aws.cloudtrail.Trail(
    "snapshots",
    name=TRAIL.rpartition("/")[2],
    s3_bucket_name=policy.bucket,
    enable_log_file_validation=True,
    advanced_event_selectors=[
        {
            "field_selectors": [
                {"field": "eventCategory", "equals": ["Data"]},
                {"field": "resources.type", "equals": ["AWS::S3::Object"]},
                {"field": "resources.ARN", "starts_withs": [arn]},
            ]
        }
    ],
)
aws.s3.Inventory(
    "snapshots",
    bucket=bucket,
    name="daily",
    included_object_versions="All",
    optional_fields=["Size", "LastModifiedDate", "ETag"],
    schedule={"frequency": "Daily"},
    destination={"bucket": {"bucket_arn": records.arn, "format": "CSV", "prefix": "inventory"}},
)
