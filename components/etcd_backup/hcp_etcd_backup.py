"""The custom resource HCPEtcdBackup, with its status as an output."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import pulumi

from openshift_credentials.etcd_backup.rules.backup_status import FINAL_CONDITION

WAIT_FOR: Final = "pulumi.com/waitFor"
"""Annotation that tells the Kubernetes provider when the object counts as made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HCPEtcdBackupArgs:
    """Name and place in the cluster, spec, and whether to wait until the backup has ended."""

    name: str
    namespace: str
    spec: Mapping[str, object]
    wait: bool


class HCPEtcdBackup(pulumi.CustomResource):
    """An HCPEtcdBackup.

    ``kubernetes.apiextensions.CustomResource`` has no status; with it as an output, reason and
    snapshot URL can be read in the update that made the object. A wait ends whichever way the
    backup ends: whether it has succeeded is in the status.
    """

    def __init__(
        self, name: str, args: HCPEtcdBackupArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        metadata: dict[str, object] = {"name": args.name, "namespace": args.namespace}
        if args.wait:
            metadata["annotations"] = {WAIT_FOR: f"jsonpath={FINAL_CONDITION}"}
        super().__init__(
            "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup",
            name,
            {
                "apiVersion": "hypershift.openshift.io/v1beta1",
                "kind": "HCPEtcdBackup",
                "metadata": metadata,
                "spec": args.spec,
                "status": None,
            },
            opts,
        )

    @property
    @pulumi.getter
    def status(self) -> pulumi.Output[Mapping[str, Any] | None]:
        """Status of the object; unknown at preview of a new one."""
        return pulumi.get(self, "status")
