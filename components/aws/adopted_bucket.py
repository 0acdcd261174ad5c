"""S3 bucket that exists and is only read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar, cast

import pulumi
from pulumi_aws import s3

from components.errors import stopping_the_program
from openshift_credentials.errors import ContractError
from openshift_credentials.etcd_backup.rules.adopted_bucket import (
    BucketFacts,
    LifecycleRule,
    shortcomings,
)

T = TypeVar("T")

_READ: Final = (
    "lifecycle_rules",
    "policy",
    "server_side_encryption_configuration",
    "versioning",
)


@dataclass(frozen=True, kw_only=True)
class AdoptedBucketArgs:
    """Name and region as the settings have them, and what the snapshots need of the bucket."""

    bucket: str
    region: str
    key_prefixes: Sequence[str]
    kms_key_arn: str | None = None


class AdoptedBucket(pulumi.ComponentResource):
    """A bucket of somebody else: never changed, never deleted, and looked at.

    What of it falls short is a warning, at preview too. A bucket in another region than the
    settings say stops the program, as no upload could succeed. Public access block and ownership
    are not looked at: AWS answers a bucket without them with an error.
    """

    bucket: s3.Bucket

    def __init__(
        self, name: str, args: AdoptedBucketArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:AdoptedBucket", name, None, opts)
        self._args = args
        self.bucket = s3.Bucket.get(name, args.bucket, opts=pulumi.ResourceOptions(parent=self))
        self._shortcomings = pulumi.Output.all(
            region=self.bucket.bucket_region, **{name: self._read(name) for name in _READ}
        ).apply(self._judge)
        self.register_outputs({"bucket": self.bucket_name, "shortcomings": self._shortcomings})

    @property
    def bucket_name(self) -> pulumi.Output[str]:
        """Name of the bucket."""
        return pulumi.Output.from_input(self._args.bucket)

    def once_looked_at(self, output: pulumi.Output[T]) -> pulumi.Output[T]:
        """``output``, but on update not before the bucket is known to be where it should be.

        A preview may not know the bucket, and has nothing to hold back.
        """
        if pulumi.runtime.is_dry_run():
            return output
        return self._shortcomings.apply(lambda _: output)

    def _read(self, name: str) -> pulumi.Output[object]:
        """An output whose property warns that buckets should not be made with it."""
        return cast("pulumi.Output[object]", pulumi.get(self.bucket, name))

    def _judge(self, read: Mapping[str, object]) -> list[str]:
        facts = _facts(self._args.bucket, read)
        with stopping_the_program():
            if facts.region != self._args.region:
                raise ContractError(
                    f"bucket {facts.bucket} is in region {facts.region}, and "
                    f"etcdBackup.storage.s3.region says {self._args.region}: no upload could "
                    "succeed; correct the setting"
                )
        found = list(
            shortcomings(
                facts,
                key_prefixes=self._args.key_prefixes,
                kms_key_arn=self._args.kms_key_arn,
            )
        )
        for each in found:
            pulumi.log.warn(f"bucket {facts.bucket}: {each}", self.bucket)
        return found


def _facts(bucket: str, read: Mapping[str, object]) -> BucketFacts:
    default = _within(
        read["server_side_encryption_configuration"],
        "rule",
        "apply_server_side_encryption_by_default",
        "kms_master_key_id",
    )
    rules = cast("Sequence[object] | None", read["lifecycle_rules"])
    return BucketFacts(
        bucket=bucket,
        region=str(read["region"]),
        versioned=_within(read["versioning"], "enabled") is True,
        kms_key=str(default) if default else None,
        policy=str(read["policy"]) if read["policy"] else None,
        lifecycle=tuple(_lifecycle(rules or ())),
    )


def _lifecycle(rules: Sequence[object]) -> Iterator[LifecycleRule]:
    for rule in rules:
        if _within(rule, "enabled") is True:
            yield LifecycleRule(
                prefix=str(_within(rule, "prefix") or ""),
                abort_days=_days(_within(rule, "abort_incomplete_multipart_upload_days")),
                expiration_days=_days(_within(rule, "expiration", "days")),
            )


def _within(value: object, *path: str) -> object:
    """What is at a path, or ``None``.

    The SDK does not type the outputs of deprecated properties, so they come as plain mappings.
    """
    for name in path:
        value = cast("Mapping[str, object]", value).get(name) if value else None
    return value


def _days(value: object) -> int | None:
    return int(value) if isinstance(value, int | float) and value > 0 else None
