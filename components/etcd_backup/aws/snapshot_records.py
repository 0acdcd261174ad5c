"""Records about the snapshots of a bucket, which AWS writes to other buckets."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import cloudtrail, s3

from ...base.options import child_options

_FIELDS = (
    "EncryptionStatus",
    "LastModifiedDate",
    "ObjectLockMode",
    "ObjectLockRetainUntilDate",
    "ReplicationStatus",
    "Size",
    "StorageClass",
)


@dataclass(frozen=True, kw_only=True)
class TrailTarget:
    """Bucket and prefix (empty, or with a slash at its end) of the logs, and the trail's name."""

    bucket: str
    prefix: str
    trail_name: str


@dataclass(frozen=True, kw_only=True)
class InventoryTarget:
    """Destination of the lists: ARN and account of the bucket, prefix, and frequency."""

    bucket_arn: str
    account_id: str
    prefix: str
    frequency: str


@dataclass(frozen=True, kw_only=True)
class Records:
    """The records of a bucket (an ARN), and their destination."""

    bucket_arn: str
    trail: TrailTarget | None = None
    inventory: InventoryTarget | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, kw_only=True)
class SnapshotRecordsArgs:
    """The bucket, and its records."""

    bucket: pulumi.Input[str]
    records: Records


class SnapshotRecords(pulumi.ComponentResource):
    """A trail of all reads, writes and deletions of objects, and a regular list of all versions.

    Neither protects anything, so both are deleted with their setting. :attr:`settled` has what is
    registered. AWS creates the trail only if the policy of its bucket allows it to write, and keeps
    it when the bucket is deleted. With ``deleted_with``, both stay with a bucket that is retained.
    """

    def __init__(
        self, name: str, args: SnapshotRecordsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotRecords", name, None, opts)
        self.settled: list[pulumi.Resource] = []
        stays_with = opts.deleted_with if opts else None
        if inventory := args.records.inventory:
            self.settled.append(
                s3.Inventory(
                    f"{name}-inventory",
                    bucket=args.bucket,
                    name="etcd-snapshots",
                    included_object_versions="All",
                    schedule={"frequency": inventory.frequency},
                    optional_fields=list(_FIELDS),
                    destination={"bucket": _destination(inventory)},
                    opts=child_options(self, opts, deleted_with=stays_with),
                )
            )
        if target := args.records.trail:
            self.settled.append(
                cloudtrail.Trail(
                    f"{name}-trail",
                    name=target.trail_name,
                    s3_bucket_name=target.bucket,
                    s3_key_prefix=target.prefix.removesuffix("/") or None,
                    enable_log_file_validation=True,
                    include_global_service_events=False,
                    advanced_event_selectors=[_objects_below(args.records.bucket_arn)],
                    tags=args.records.tags or None,
                    opts=child_options(self, opts, after=self.settled, deleted_with=stays_with),
                )
            )
        self.register_outputs({})


def _destination(inventory: InventoryTarget) -> s3.InventoryDestinationBucketArgsDict:
    destination: s3.InventoryDestinationBucketArgsDict = {
        "format": "CSV",
        "bucket_arn": inventory.bucket_arn,
        "account_id": inventory.account_id,
    }
    if inventory.prefix:
        destination["prefix"] = inventory.prefix.removesuffix("/")
    return destination


def _objects_below(bucket_arn: str) -> cloudtrail.TrailAdvancedEventSelectorArgsDict:
    """Data events of the objects of one bucket, and no management events."""
    return {
        "name": "etcd-snapshots",
        "field_selectors": [
            {"field": "eventCategory", "equals": ["Data"]},
            {"field": "resources.type", "equals": ["AWS::S3::Object"]},
            {"field": "resources.ARN", "starts_withs": [f"{bucket_arn}/"]},
        ],
    }
