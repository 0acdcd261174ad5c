"""Every new snapshot also in a bucket of another region: S3 copies it with a role of its own."""

import json

import openshift_credentials_components.etcd_backup as etcd
import pulumi
import pulumi_aws as aws

ACCOUNT, OTHER_REGION = "123456789012", "us-west-2"
SNAPSHOTS, COPIES = "rosa-mc-1-etcd-snapshots", "rosa-mc-1-etcd-copies"
SOURCE, TARGET = f"arn:aws:s3:::{SNAPSHOTS}", f"arn:aws:s3:::{COPIES}"
VERSION, ALLOW = {"Version": "2012-10-17"}, {"Effect": "Allow"}

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

kept = pulumi.ResourceOptions(protect=True)
copies = aws.s3.Bucket("copies", bucket=COPIES, region=OTHER_REGION, opts=kept)
versioning = aws.s3.BucketVersioning(
    "copies", bucket=copies.bucket, region=OTHER_REGION, versioning_configuration={"status": "Enabled"}
)
by_s3 = {"Principal": {"Service": "s3.amazonaws.com"}, "Action": "sts:AssumeRole"}
own = {"Condition": {"StringEquals": {"aws:SourceAccount": ACCOUNT}}}
trust = json.dumps({**VERSION, "Statement": [{**ALLOW, **by_s3, **own}]})
role = aws.iam.Role("copier", assume_role_policy=trust)
read = [f"s3:GetObjectVersion{part}" for part in ("ForReplication", "Acl", "Tagging")]
write = ["s3:ReplicateObject", "s3:ReplicateTags"]
statements = [
    {**ALLOW, "Action": ["s3:GetReplicationConfiguration", "s3:ListBucket"], "Resource": SOURCE},
    {**ALLOW, "Action": read, "Resource": f"{SOURCE}/*"},
    {**ALLOW, "Action": write, "Resource": f"{TARGET}/*"},
]
policy = json.dumps({**VERSION, "Statement": statements})
permissions = aws.iam.RolePolicy("copier", role=role.name, policy=policy)
aws.s3.BucketReplicationConfig(
    "snapshots",
    bucket=bucket,
    role=role.arn,
    rules=[
        {
            "id": "snapshots",
            "status": "Enabled",
            "filter": {"prefix": ""},
            "destination": {"bucket": copies.arn},
            "delete_marker_replication": {"status": "Disabled"},
        }
    ],
    opts=pulumi.ResourceOptions(depends_on=[versioning, permissions]),
)
