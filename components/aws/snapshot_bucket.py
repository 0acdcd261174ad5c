"""S3 bucket for etcd snapshots."""

from dataclasses import dataclass

import pulumi
from pulumi_aws import s3

from hcpbackup.contract.aws import partition_of
from hcpbackup.contract.policies import bucket_policy


@dataclass(frozen=True, kw_only=True)
class SnapshotBucketArgs:
    """Name and region of the bucket; ``kms_key_arn`` makes that key its default."""

    bucket: str
    region: str
    kms_key_arn: str | None = None


class SnapshotBucket(pulumi.ComponentResource):
    """A private bucket: owner enforced, encrypted, reached by TLS only.

    What is set on the bucket forms one chain of dependencies, because S3 answers 409 to
    concurrent changes of one bucket; :attr:`settled` is its end.
    """

    bucket: s3.Bucket
    settled: pulumi.Resource

    def __init__(
        self, name: str, args: SnapshotBucketArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("hcp-etcd-backup:aws:SnapshotBucket", name, None, opts)
        self.bucket = s3.Bucket(
            name,
            bucket=args.bucket,
            opts=pulumi.ResourceOptions(parent=self, protect=True),
        )
        access = s3.BucketPublicAccessBlock(
            f"{name}-public-access",
            bucket=self.bucket.bucket,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
            opts=self._after(self.bucket),
        )
        ownership = s3.BucketOwnershipControls(
            f"{name}-ownership",
            bucket=self.bucket.bucket,
            rule={"object_ownership": "BucketOwnerEnforced"},
            opts=self._after(access),
        )
        encryption = s3.BucketServerSideEncryptionConfiguration(
            f"{name}-encryption",
            bucket=self.bucket.bucket,
            rules=[_encryption_rule(args.kms_key_arn)],
            opts=self._after(ownership),
        )
        self.settled = s3.BucketPolicy(
            f"{name}-policy",
            bucket=self.bucket.bucket,
            policy=bucket_policy(partition_of(args.region), args.bucket),
            opts=self._after(encryption),
        )
        self.register_outputs({"bucket": self.bucket_name})

    @property
    def bucket_name(self) -> pulumi.Output[str]:
        """Name of the bucket."""
        return self.bucket.bucket

    def _after(self, previous: pulumi.Resource) -> pulumi.ResourceOptions:
        return pulumi.ResourceOptions(parent=self, depends_on=[previous])


def _encryption_rule(
    kms_key_arn: str | None,
) -> s3.BucketServerSideEncryptionConfigurationRuleArgsDict:
    if kms_key_arn is None:
        return {"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}
    return {
        "apply_server_side_encryption_by_default": {
            "sse_algorithm": "aws:kms",
            "kms_master_key_id": kms_key_arn,
        },
        "bucket_key_enabled": True,
    }
