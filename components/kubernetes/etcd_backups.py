"""The HCPEtcdBackup resources of a stack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi

from hcpbackup.plan import PlannedBackup


@dataclass(frozen=True, kw_only=True)
class EtcdBackupsArgs:
    """The backups, made after the credential Secret and all that the Secret was made after."""

    backups: Sequence[PlannedBackup]
    secret: pulumi.Resource


class HCPEtcdBackup(pulumi.CustomResource):
    """The custom resource, with its status as an output.

    ``kubernetes.apiextensions.CustomResource`` has no status; with it as an output, reason and
    snapshot URL can be read in the update that made the object.
    """

    def __init__(
        self, name: str, backup: PlannedBackup, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(
            "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup",
            name,
            {
                "apiVersion": "hypershift.openshift.io/v1beta1",
                "kind": "HCPEtcdBackup",
                "metadata": {"name": backup.name, "namespace": backup.namespace},
                "spec": backup.spec,
                "status": None,
            },
            opts,
        )

    @property
    @pulumi.getter
    def status(self) -> pulumi.Output[Mapping[str, object] | None]:
        """Status of the object; unknown at preview."""
        return pulumi.get(self, "status")


class EtcdBackups(pulumi.ComponentResource):
    """One HCPEtcdBackup a hosted cluster, each under the name that it has in the cluster.

    The object is immutable and runs once: a changed backup has another name, and so is another
    resource.
    """

    backups: tuple[HCPEtcdBackup, ...]
    names: tuple[str, ...]

    def __init__(
        self, name: str, args: EtcdBackupsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("hcp-etcd-backup:kubernetes:EtcdBackups", name, None, opts)
        child = pulumi.ResourceOptions(parent=self, depends_on=[args.secret])
        self.backups = tuple(
            HCPEtcdBackup(f"{backup.namespace}/{backup.name}", backup, child)
            for backup in args.backups
        )
        self.names = tuple(f"{backup.namespace}/{backup.name}" for backup in args.backups)
        self.register_outputs({"names": list(self.names)})
