"""The blob service of a storage account: what happens to deleted and to old blobs."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import monitor, storage

from components.azure.keeping import kept
from openshift_credentials.azure.identifiers import BLOB_SERVICE, blob_service_id
from openshift_credentials.azure.lifecycle import (
    EXPIRY_RULE,
    MANAGEMENT_POLICY,
    prefix_filter,
)
from openshift_credentials.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.etcd_backup.settings.azure_account import Diagnostics

_LOGS = ("StorageRead", "StorageWrite", "StorageDelete")


@dataclass(frozen=True, kw_only=True)
class BlobServiceArgs:
    """The account and its settings; snapshots expire below ``expiring`` prefixes only."""

    settings: AzureBlobStorage
    resource_group: pulumi.Input[str]
    account: storage.StorageAccount
    expiring: Sequence[str] = ()


class BlobService(pulumi.ComponentResource):
    """Soft delete, versions, restore, expiry and logs of the blobs of an account.

    All of it is set on the account, one after the other; :attr:`settled` is the end. Every
    account has a blob service, named ``default``: deleting it resets it.
    """

    settled: pulumi.Resource

    def __init__(
        self, name: str, args: BlobServiceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:BlobService", name, None, opts)
        settings = args.settings
        self.settled = storage.BlobServiceProperties(
            name,
            account_name=args.account.name,
            resource_group_name=args.resource_group,
            blob_services_name=BLOB_SERVICE,
            is_versioning_enabled=settings.versioning,
            delete_retention_policy=_soft_delete(settings.soft_delete_days),
            container_delete_retention_policy=_soft_delete(settings.soft_delete_days),
            change_feed={"enabled": settings.point_in_time_restore_days is not None},
            restore_policy=_restore(settings.point_in_time_restore_days),
            opts=kept(settings, self),
        )
        if settings.retention_days and args.expiring:
            self.settled = self._expire(name, args, settings.retention_days)
        if settings.diagnostics:
            self.settled = self._log(name, args, settings.diagnostics)
        self.register_outputs({"versioning": settings.versioning})

    def _expire(self, name: str, args: BlobServiceArgs, days: int) -> storage.ManagementPolicy:
        snapshots = [prefix_filter(args.settings.container, each) for each in args.expiring]
        after: storage.DateAfterCreationArgsDict = {"days_after_creation_greater_than": days}
        return storage.ManagementPolicy(
            f"{name}-expiry",
            account_name=args.account.name,
            resource_group_name=args.resource_group,
            management_policy_name=MANAGEMENT_POLICY,
            policy={
                "rules": [
                    {
                        "name": EXPIRY_RULE,
                        "enabled": True,
                        "type": storage.RuleType.LIFECYCLE,
                        "definition": {
                            "filters": {"blob_types": ["blockBlob"], "prefix_match": snapshots},
                            "actions": {
                                "base_blob": {"delete": {**after}},
                                "version": {"delete": after},
                            },
                        },
                    }
                ]
            },
            opts=kept(args.settings, self, [self.settled]),
        )

    def _log(
        self, name: str, args: BlobServiceArgs, diagnostics: Diagnostics
    ) -> monitor.DiagnosticSetting:
        return monitor.DiagnosticSetting(
            f"{name}-log",
            name="etcd-snapshots",
            resource_uri=args.account.id.apply(blob_service_id),
            workspace_id=diagnostics.workspace_id,
            storage_account_id=diagnostics.storage_account_id,
            logs=[{"category": category, "enabled": True} for category in _LOGS],
            opts=pulumi.ResourceOptions(parent=self, depends_on=[self.settled]),
        )


def _soft_delete(days: int) -> storage.DeleteRetentionPolicyArgsDict:
    return {"enabled": True, "days": days} if days else {"enabled": False}


def _restore(days: int | None) -> storage.RestorePolicyPropertiesArgsDict | None:
    return {"enabled": True, "days": days} if days else None
