"""KMS key that encrypts etcd snapshots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import kms

from openshift_credentials.stack.base import Keeping

from ...aws.administrators import by_an_administrator
from ...base.options import child_options


@dataclass(frozen=True, kw_only=True)
class SnapshotKeyArgs:
    """Alias (without ``alias/``), policy, and the days of rotation and deletion.

    ``administrators`` can change the policy, if not all can.
    """

    alias: str
    description: str
    policy: str
    administrators: Sequence[str] = ()
    rotation_days: int
    deletion_days: int
    keeping: Keeping
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class SnapshotKey(pulumi.ComponentResource):
    """A key with rotation, and its alias; without the key, every snapshot is lost."""

    arn: pulumi.Output[str]

    def __init__(
        self, name: str, args: SnapshotKeyArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotKey", name, None, opts)
        child = child_options(self, opts, keeping=args.keeping)
        self.key = kms.Key(
            name,
            description=args.description,
            policy=by_an_administrator(self, args.policy, args.administrators),
            enable_key_rotation=True,
            rotation_period_in_days=args.rotation_days,
            deletion_window_in_days=args.deletion_days,
            tags=args.tags or None,
            opts=child,
        )
        self.alias = kms.Alias(
            f"{name}-alias", name=f"alias/{args.alias}", target_key_id=self.key.key_id, opts=child
        )
        self.arn = self.key.arn
        self.register_outputs({"arn": self.arn})
