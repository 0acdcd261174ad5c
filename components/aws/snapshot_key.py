"""KMS key that encrypts etcd snapshots."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import kms


@dataclass(frozen=True, kw_only=True)
class SnapshotKeyArgs:
    """Alias (without ``alias/``), policy, and the days of rotation and deletion."""

    alias: str
    description: str
    policy: str
    rotation_days: int
    deletion_days: int
    protect: bool = True
    retain_on_destroy: bool = False
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class SnapshotKey(pulumi.ComponentResource):
    """A key with rotation; who loses it loses every snapshot, so it is protected."""

    key: kms.Key
    alias: kms.Alias

    def __init__(
        self, name: str, args: SnapshotKeyArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:SnapshotKey", name, None, opts)
        self.key = kms.Key(
            name,
            description=args.description,
            policy=args.policy,
            enable_key_rotation=True,
            rotation_period_in_days=args.rotation_days,
            deletion_window_in_days=args.deletion_days,
            tags=args.tags or None,
            opts=pulumi.ResourceOptions(
                parent=self, protect=args.protect, retain_on_delete=args.retain_on_destroy
            ),
        )
        self.alias = kms.Alias(
            f"{name}-alias",
            name=f"alias/{args.alias}",
            target_key_id=self.key.key_id,
            opts=pulumi.ResourceOptions(parent=self, retain_on_delete=args.retain_on_destroy),
        )
        self.register_outputs({"arn": self.arn})

    @property
    def arn(self) -> pulumi.Output[str]:
        """ARN of the key, known once AWS has made it."""
        return self.key.arn
