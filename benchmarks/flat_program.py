"""The resources of stack ``dev`` with plain provider calls only.

The reference for the offline preview: no components, no settings, no checks, no output.
``tests/benchmarks`` compares its resources with those of the real program.
Usage: ``python -m benchmarks.flat_program BACKUPS``.
"""

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pulumi
import pulumi_aws as aws
import pulumi_kubernetes as kubernetes
import pulumiverse_time as time

if TYPE_CHECKING:
    from openshift_credentials.preview.recorder import Recording


BUCKET = "rosa-mc-1-etcd-snapshots"
ROLE_ARN = "arn:aws:iam::123456789012:role/etcd-backup-role"
ISSUER = "oidc.op1.openshiftapps.com/2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e"


def _after(part: pulumi.Resource, provider: pulumi.ProviderResource) -> pulumi.ResourceOptions:
    """S3 refuses a write to a bucket while another one is in progress."""
    return pulumi.ResourceOptions(provider=provider, depends_on=[part])


def program(backups: int) -> None:
    provider = aws.Provider("aws", region="us-east-1", allowed_account_ids=["123456789012"])
    on_aws = pulumi.ResourceOptions(provider=provider)
    bucket = aws.s3.Bucket("snapshots", bucket=BUCKET, opts=on_aws)
    access = aws.s3.BucketPublicAccessBlock(
        "snapshots-public-access",
        bucket=bucket.bucket,
        block_public_acls=True,
        block_public_policy=True,
        ignore_public_acls=True,
        restrict_public_buckets=True,
        opts=_after(bucket, provider),
    )
    ownership = aws.s3.BucketOwnershipControls(
        "snapshots-ownership",
        bucket=bucket.bucket,
        rule={"object_ownership": "BucketOwnerEnforced"},
        opts=_after(access, provider),
    )
    versioning = aws.s3.BucketVersioning(
        "snapshots-versioning",
        bucket=bucket.bucket,
        versioning_configuration={"status": "Enabled"},
        opts=_after(ownership, provider),
    )
    encryption = aws.s3.BucketServerSideEncryptionConfiguration(
        "snapshots-encryption",
        bucket=bucket.bucket,
        rules=[{"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}],
        opts=_after(versioning, provider),
    )
    lifecycle = aws.s3.BucketLifecycleConfiguration(
        "snapshots-lifecycle",
        bucket=bucket.bucket,
        rules=[
            {
                "id": "abort-incomplete-uploads",
                "status": "Enabled",
                "abort_incomplete_multipart_upload": {"days_after_initiation": 3},
            }
        ],
        opts=_after(encryption, provider),
    )
    aws.s3.BucketPolicy(
        "snapshots-policy",
        bucket=bucket.bucket,
        policy=json.dumps({"Version": "2012-10-17", "Statement": []}),
        opts=_after(lifecycle, provider),
    )
    role = aws.iam.Role(
        "upload",
        name="etcd-backup-role",
        assume_role_policy=json.dumps({"Version": "2012-10-17", "Statement": [], "Id": ISSUER}),
        opts=on_aws,
    )
    policy = aws.iam.RolePolicy(
        "upload-permissions",
        name="upload",
        role=role.name,
        policy=json.dumps({"Version": "2012-10-17", "Statement": []}),
        opts=on_aws,
    )
    time.Sleep("upload-settle", create_duration="20s", opts=pulumi.ResourceOptions(depends_on=[policy]))
    cluster = kubernetes.Provider("management-cluster", enable_secret_mutable=True)
    in_cluster = pulumi.ResourceOptions(provider=cluster)
    secret = kubernetes.core.v1.Secret(
        "credentials",
        metadata={"name": "cloud-credentials", "namespace": "hypershift"},
        string_data={"credentials": ROLE_ARN},
        opts=in_cluster,
    )
    for number in range(backups):
        kubernetes.apiextensions.CustomResource(
            f"backup-{number:04}",
            api_version="hypershift.openshift.io/v1beta1",
            kind="HCPEtcdBackup",
            metadata={"name": f"backup-{number:04}", "namespace": f"clusters-cluster-{number:04}"},
            spec={
                "storage": {
                    "storageType": "S3",
                    "s3": {
                        "bucket": BUCKET,
                        "region": "us-east-1",
                        "keyPrefix": "etcd-backups",
                        "credentials": {"name": "cloud-credentials"},
                    },
                }
            },
            opts=pulumi.ResourceOptions(provider=cluster, depends_on=[secret]),
        )


def run(backups: int) -> "Recording":
    """Run the program under the recorder of the offline preview, and not under an engine."""
    from pulumi.runtime import mocks, run_in_stack  # noqa: PLC0415
    from pulumi.runtime.settings import configure  # noqa: PLC0415

    from openshift_credentials.preview.recorder import Recording, RecordingEngine, RecordingMonitor  # noqa: PLC0415

    recording = Recording()
    monitor = RecordingMonitor(recording)
    loop = asyncio.new_event_loop()
    loop.set_default_executor(ThreadPoolExecutor(max_workers=1))
    asyncio.set_event_loop(loop)
    configure(
        mocks.MockSettings(
            monitor=monitor,
            monitor_features=set(monitor.GetDeploymentInfo(None).supportedFeatures),
            engine=RecordingEngine(recording),
            project="flat",
            stack="dev",
            dry_run=True,
            organization=None,
            callbacks=None,
        )
    )
    loop.run_until_complete(run_in_stack(lambda: program(backups)))
    return recording


if __name__ == "__main__":
    run(int(sys.argv[1]))
