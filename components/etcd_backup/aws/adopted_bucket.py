"""Existing S3 bucket that is only read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pulumi
from pulumi_aws import s3

from openshift_credentials.systems.etcd_backup.rules.adopted_bucket import (
    assert_region,
    facts_of,
    shortcomings,
)

from ...base.errors import stopping_the_program
from ...base.options import child_options
from ...base.telling import tell


@dataclass(frozen=True, kw_only=True)
class AdoptedBucketArgs:
    """Name and region from the settings, and the requirements of the snapshots."""

    bucket: str
    region: str
    key_prefixes: Sequence[str]
    kms_key_arn: str | None = None


def properties_of(bucket: s3.Bucket) -> Mapping[str, pulumi.Output[Any]]:
    """The properties of a bucket that :func:`facts_of` checks.

    The SDK deprecates most of these as inputs of buckets, so each is read by its name.
    """
    return {
        "region": bucket.bucket_region,
        "policy": pulumi.get(bucket, "policy"),
        "versioning": pulumi.get(bucket, "versioning"),
        "encryption": pulumi.get(bucket, "server_side_encryption_configuration"),
        "lifecycle_rules": pulumi.get(bucket, "lifecycle_rules"),
    }


class AdoptedBucket(pulumi.ComponentResource):
    """A bucket outside the stack: read, but never changed or deleted.

    Shortcomings are warnings, at preview too. A bucket in a region that differs from the settings
    stops the program, because no upload could succeed: on update, :attr:`bucket_name` is known only
    after this check. Public access block and ownership are not checked: AWS returns an error for a
    bucket without them.
    """

    bucket_name: pulumi.Output[str]

    def __init__(
        self, name: str, args: AdoptedBucketArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:AdoptedBucket", name, None, opts)
        self._args = args
        self.bucket = s3.Bucket.get(name, args.bucket, opts=child_options(self, opts))
        found = pulumi.Output.all(**properties_of(self.bucket)).apply(self._judge)
        self.bucket_name = (
            pulumi.Output.from_input(args.bucket)
            if pulumi.runtime.is_dry_run()
            else found.apply(lambda _: args.bucket)
        )
        self.register_outputs({"bucket": self.bucket_name, "shortcomings": found})

    def _judge(self, read: Mapping[str, object]) -> list[str]:
        facts = facts_of(self._args.bucket, read)
        with stopping_the_program():
            assert_region(facts, self._args.region)
        args = self._args
        found = shortcomings(facts, key_prefixes=args.key_prefixes, kms_key_arn=args.kms_key_arn)
        texts: list[str] = []
        for shortcoming in found:
            tell(shortcoming.at(f"bucket {facts.bucket}"), self.bucket)
            texts.append(str(shortcoming))
        return texts
