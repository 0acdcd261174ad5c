"""S3 replication of snapshots to a second bucket."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_aws import iam, s3

from openshift_credentials.platforms.aws.policies.replication import RULE_ID
from openshift_credentials.stack.base import Keeping

from ...base.options import child_options

_MINUTES: Final = 15
"""The only limit that S3 takes (Amazon S3 API Reference, "ReplicationTimeValue")."""


@dataclass(frozen=True, kw_only=True)
class SnapshotReplicationArgs:
    """Both buckets, and the policies of the role that S3 assumes.

    ``target_account_id`` is set if the second bucket belongs to another account, which then owns
    the copies; ``time_control`` lets S3 copy within 15 minutes. ``target_key_arn`` is set if
    snapshots are encrypted with a KMS key.
    """

    bucket: pulumi.Input[str]
    target_bucket_arn: str
    role_name: str
    trust_policy: str
    permission_policy: pulumi.Input[str]
    delete_markers: bool = False
    time_control: bool = False
    target_account_id: str | None = None
    target_key_arn: pulumi.Input[str] | None = None
    permissions_boundary: str | None = None
    keeping: Keeping = Keeping.DELETED
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class SnapshotReplication(pulumi.ComponentResource):
    """A role and one rule that copies all new objects, with metrics about the delay.

    S3 copies only objects that are written after the rule exists, so backups wait for
    :attr:`settled`.
    """

    def __init__(
        self, name: str, args: SnapshotReplicationArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotReplication", name, None, opts)
        child = child_options(self, opts, keeping=args.keeping)
        role = iam.Role(
            name,
            name=args.role_name,
            description="Copies etcd snapshots to a second bucket",
            assume_role_policy=args.trust_policy,
            permissions_boundary=args.permissions_boundary,
            tags=args.tags or None,
            opts=child,
        )
        policy = iam.RolePolicy(
            f"{name}-permissions",
            role=role.name,
            name="copy-etcd-snapshots",
            policy=args.permission_policy,
            opts=child,
        )
        self.settled = s3.BucketReplicationConfig(
            f"{name}-rule",
            bucket=args.bucket,
            role=role.arn,
            rules=[_rule(args)],
            opts=child_options(self, opts, after=[policy], keeping=args.keeping),
        )
        self.register_outputs({"targetBucketArn": args.target_bucket_arn})


def _rule(args: SnapshotReplicationArgs) -> s3.BucketReplicationConfigRuleArgsDict:
    destination: s3.BucketReplicationConfigRuleDestinationArgsDict = {
        "bucket": args.target_bucket_arn,
        "metrics": {"status": "Enabled"},
    }
    if args.time_control:
        limit: s3.BucketReplicationConfigRuleDestinationReplicationTimeTimeArgsDict = {
            "minutes": _MINUTES
        }
        destination["replication_time"] = {"status": "Enabled", "time": limit}
        destination["metrics"] = {"status": "Enabled", "event_threshold": {"minutes": _MINUTES}}
    if args.target_account_id:
        destination["account"] = args.target_account_id
        destination["access_control_translation"] = {"owner": "Destination"}
    rule: s3.BucketReplicationConfigRuleArgsDict = {
        "id": RULE_ID,
        "status": "Enabled",
        "priority": 1,
        "filter": {"prefix": ""},
        "delete_marker_replication": {"status": "Enabled" if args.delete_markers else "Disabled"},
        "destination": destination,
    }
    if args.target_key_arn:
        destination["encryption_configuration"] = {"replica_kms_key_id": args.target_key_arn}
        rule["source_selection_criteria"] = {"sse_kms_encrypted_objects": {"status": "Enabled"}}
    return rule
