"""The custom resource HCPEtcdBackup, with its status as an output."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import pulumi

from openshift_credentials.platforms.kubernetes import names as upstream

GROUP: Final = upstream.HYPERSHIFT_GROUP
VERSION: Final = "v1beta1"
PLURAL: Final = "hcpetcdbackups"

TYPE: Final = f"kubernetes:{GROUP}/{VERSION}:HCPEtcdBackup"


@dataclass(frozen=True, slots=True, kw_only=True)
class HCPEtcdBackupArgs:
    """Name and place in the cluster, and spec."""

    name: str
    namespace: str
    spec: Mapping[str, object]

    @property
    def manifest(self) -> Mapping[str, object]:
        """The object, as the API server gets it."""
        return {
            "apiVersion": f"{GROUP}/{VERSION}",
            "kind": "HCPEtcdBackup",
            "metadata": {"name": self.name, "namespace": self.namespace},
            "spec": self.spec,
        }


class HCPEtcdBackup(pulumi.CustomResource):
    """An HCPEtcdBackup.

    ``kubernetes.apiextensions.CustomResource`` has no status; with it as an output, reason and
    snapshot URL can be read from the state.
    """

    def __init__(self, name: str, args: HCPEtcdBackupArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(TYPE, name, {**args.manifest, "status": None}, opts)

    @property
    @pulumi.getter
    def status(self) -> pulumi.Output[Mapping[str, Any] | None]:
        """Status of the object; unknown at preview of a new one."""
        return pulumi.get(self, "status")
