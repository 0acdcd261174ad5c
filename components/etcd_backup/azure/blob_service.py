"""The blob service of a storage account: treatment of deleted and old blobs."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import monitor, storage

from openshift_credentials.platforms.azure.identifiers import BLOB_SERVICE, blob_service_id
from openshift_credentials.platforms.azure.storage_rules import (
    EXPIRY_RULE,
    MANAGEMENT_POLICY,
    NEVER,
    TRANSITION_RULE,
)
from openshift_credentials.stack.base import Keeping

from ...azure import import_properties
from ...base.adoption import Adoption
from ...base.options import child_options

_LOGS = ("StorageRead", "StorageWrite", "StorageDelete")


@dataclass(frozen=True, kw_only=True)
class BlobExpiry:
    """Blobs below ``prefixes`` (container and path) are deleted after ``days``, if set."""

    prefixes: Sequence[str]
    days: int | None = None


@dataclass(frozen=True, kw_only=True)
class BlobTransition:
    """Blobs below ``prefixes`` move to a tier (``Cool`` or ``Cold``) after ``days``."""

    prefixes: Sequence[str]
    tier: str
    days: int


@dataclass(frozen=True, kw_only=True)
class BlobLog:
    """Destination of the log of reads, writes and deletions: workspace, account, or both."""

    workspace_id: str | None = None
    storage_account_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class BlobServiceArgs:
    """The account, and the treatment of its blobs; 0 days disable soft delete.

    Restore always enables a change feed. With ``import_id`` the service of an imported account is
    imported unchanged, because the provider would take it over; with ``expiry_import_id`` the
    account's existing expiry rules are.
    """

    account_name: pulumi.Input[str]
    account_id: pulumi.Input[str]
    resource_group: pulumi.Input[str]
    expiry: BlobExpiry
    transition: BlobTransition | None = None
    versioning: bool
    soft_delete_days: int
    point_in_time_restore_days: int | None = None
    change_feed: bool = False
    log: BlobLog | None = None
    import_id: str | None = None
    expiry_import_id: str | None = None
    keeping: Keeping


class BlobService(pulumi.ComponentResource):
    """Soft delete, versions, restore, expiry and logs of the blobs of an account.

    They are set on the account one after the other; :attr:`settled` is the end. Every account has a
    blob service with the name ``default``: deleting it resets it. The expiry rule always exists and
    is enabled or disabled: a rule that is only removed from the stack would continue to delete
    blobs.
    """

    def __init__(
        self, name: str, args: BlobServiceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:BlobService", name, None, opts)
        restore_days = args.point_in_time_restore_days
        service = storage.BlobServiceProperties(
            name,
            account_name=args.account_name,
            resource_group_name=args.resource_group,
            blob_services_name=BLOB_SERVICE,
            is_versioning_enabled=args.versioning,
            delete_retention_policy=_soft_delete(args.soft_delete_days),
            container_delete_retention_policy=_soft_delete(args.soft_delete_days),
            change_feed={"enabled": args.change_feed or restore_days is not None},
            # Azure keeps what is left out.
            restore_policy={"enabled": True, "days": restore_days}
            if restore_days
            else {"enabled": False},
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts, keeping=args.keeping),
                Adoption.of(args.import_id).options(
                    name, args.import_id, keep=import_properties.BLOB_SERVICE
                ),
            ),
        )
        self.settled: pulumi.Resource = storage.ManagementPolicy(
            f"{name}-expiry",
            account_name=args.account_name,
            resource_group_name=args.resource_group,
            management_policy_name=MANAGEMENT_POLICY,
            policy={
                "rules": [
                    _rule(args.expiry),
                    *([_tier_rule(args.transition)] if args.transition else []),
                ]
            },
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts, after=[service], keeping=args.keeping),
                Adoption.of(args.expiry_import_id).options(
                    name, args.expiry_import_id, keep=import_properties.MANAGEMENT_POLICY
                ),
            ),
        )
        if args.log:
            self.settled = monitor.DiagnosticSetting(
                f"{name}-log",
                name="etcd-snapshots",
                resource_uri=pulumi.Output.from_input(args.account_id).apply(blob_service_id),
                workspace_id=args.log.workspace_id,
                storage_account_id=args.log.storage_account_id,
                logs=[{"category": category, "enabled": True} for category in _LOGS],
                opts=child_options(
                    self,
                    opts,
                    after=[self.settled],
                    deleted_with=service if args.keeping is Keeping.LEFT_BEHIND else None,
                ),
            )
        self.register_outputs({"versioning": args.versioning})


def _rule(expiry: BlobExpiry) -> storage.ManagementPolicyRuleArgsDict:
    after: storage.DateAfterCreationArgsDict = {
        "days_after_creation_greater_than": expiry.days or NEVER
    }
    return {
        "name": EXPIRY_RULE,
        "enabled": expiry.days is not None,
        "type": storage.RuleType.LIFECYCLE,
        "definition": {
            "filters": {"blob_types": ["blockBlob"], "prefix_match": list(expiry.prefixes)},
            "actions": {"base_blob": {"delete": {**after}}, "version": {"delete": after}},
        },
    }


def _tier_rule(transition: BlobTransition) -> storage.ManagementPolicyRuleArgsDict:
    after: storage.DateAfterModificationArgsDict = {
        "days_after_creation_greater_than": transition.days
    }
    base_blob: storage.ManagementPolicyBaseBlobArgsDict = (
        {"tier_to_cool": after} if transition.tier == "Cool" else {"tier_to_cold": after}
    )
    return {
        "name": TRANSITION_RULE,
        "enabled": True,
        "type": storage.RuleType.LIFECYCLE,
        "definition": {
            "filters": {"blob_types": ["blockBlob"], "prefix_match": list(transition.prefixes)},
            "actions": {"base_blob": base_blob},
        },
    }


def _soft_delete(days: int) -> storage.DeleteRetentionPolicyArgsDict:
    return {"enabled": True, "days": days} if days else {"enabled": False}
