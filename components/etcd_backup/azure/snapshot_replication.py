"""Azure object replication of snapshots to a container of a second storage account."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pulumi
from pulumi_azure_native import storage

from openshift_credentials.platforms.azure.identifiers import NEW_REPLICATION_POLICY
from openshift_credentials.stack.base import Keeping

from ...base.options import child_options


@dataclass(frozen=True, kw_only=True)
class ReplicationSide:
    """A container, its account (name and resource ID), and its resource group."""

    account_name: pulumi.Input[str]
    account_id: str
    resource_group: pulumi.Input[str]
    container: str


@dataclass(frozen=True, kw_only=True)
class SnapshotReplicationArgs:
    """Source and destination; both keep versions, and the source has a change feed."""

    source: ReplicationSide
    target: ReplicationSide
    keeping: Keeping


class SnapshotReplication(pulumi.ComponentResource):
    """One policy on both accounts, created on the second one first, where Azure assigns its ID.

    Backups wait for :attr:`settled`, although the rule also copies earlier blobs. Source: Azure
    Storage documentation, "Configure object replication for block blobs".
    """

    def __init__(
        self, name: str, args: SnapshotReplicationArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:SnapshotReplication", name, None, opts)
        self._args = args
        child = child_options(self, opts, keeping=args.keeping)
        target = storage.ObjectReplicationPolicy(
            f"{name}-target",
            account_name=args.target.account_name,
            resource_group_name=args.target.resource_group,
            object_replication_policy_id=NEW_REPLICATION_POLICY,
            source_account=args.source.account_id,
            destination_account=args.target.account_id,
            metrics=_METRICS,
            rules=[self._rule(None)],
            opts=child,
        )
        self.settled = storage.ObjectReplicationPolicy(
            f"{name}-source",
            account_name=args.source.account_name,
            resource_group_name=args.source.resource_group,
            object_replication_policy_id=target.policy_id,
            source_account=args.source.account_id,
            destination_account=args.target.account_id,
            metrics=_METRICS,
            rules=[self._rule(target.rules.apply(_rule_id))],
            opts=child,
        )
        self.register_outputs({"policyId": target.policy_id})

    def _rule(
        self, rule_id: pulumi.Input[str] | None
    ) -> storage.ObjectReplicationPolicyRuleArgsDict:
        rule: storage.ObjectReplicationPolicyRuleArgsDict = {
            "source_container": self._args.source.container,
            "destination_container": self._args.target.container,
            "filters": {"min_creation_time": EVER},
        }
        if rule_id is not None:
            rule["rule_id"] = rule_id
        return rule


_METRICS: Final[storage.ObjectReplicationPolicyPropertiesMetricsArgsDict] = {"enabled": True}
"""How far behind the copy is; the same on both accounts, as in the examples of the API (Storage
resource provider, "Object Replication Policies - Create Or Update")."""

EVER = "1601-01-01T00:00:00Z"
"""Creation time from which blobs are copied: all blobs, including those before the rule."""


def _rule_id(rules: Sequence[storage.outputs.ObjectReplicationPolicyRuleResponse] | None) -> str:
    return (rules[0].rule_id if rules else None) or ""
