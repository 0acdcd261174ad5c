"""The HCPEtcdBackup resources of a stack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi

from components.dependencies import by_urn
from components.etcd_backup.backup_results import judge, read_results, tell_in_advance
from components.etcd_backup.hcp_etcd_backup import HCPEtcdBackup, HCPEtcdBackupArgs
from openshift_credentials.etcd_backup.plan import PlannedBackup
from openshift_credentials.etcd_backup.rules.waves import predecessor


@dataclass(frozen=True, kw_only=True)
class EtcdBackupsArgs:
    """The backups, made after everything in ``needed_first``, and how they run.

    ``wait``: each counts as made once it has ended, within ``timeout_seconds``; then at most
    ``concurrency`` run at once, and failed ones fail the update. ``keep_previous`` leaves the
    earlier object of a hosted cluster in the management cluster.
    """

    backups: Sequence[PlannedBackup]
    needed_first: Sequence[pulumi.Resource]
    wait: bool = True
    timeout_seconds: int = 1200
    concurrency: int = 10
    keep_previous: bool = True


class EtcdBackups(pulumi.ComponentResource):
    """One HCPEtcdBackup a hosted cluster, which is its name for Pulumi.

    The object is immutable and runs once: a changed backup has another name in the cluster, and
    so replaces the one before. The new one is made first; the earlier one goes, or is left to
    the operator's retention, when all have ended well. One update never makes two objects of a
    hosted cluster.
    """

    backups: tuple[HCPEtcdBackup, ...]
    names: tuple[str, ...]
    results: pulumi.Output[list[Mapping[str, str]]]

    def __init__(
        self, name: str, args: EtcdBackupsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:etcd-backup:EtcdBackups", name, None, opts)
        backups: list[HCPEtcdBackup] = []
        for index, planned in enumerate(args.backups):
            first: list[pulumi.Input[pulumi.Resource]] = list(args.needed_first)
            before = predecessor(index, args.concurrency) if args.wait else None
            if before is not None:
                first.append(by_urn(backups[before]))
            backups.append(self._backup(name, planned, args, first))
        self.backups = tuple(backups)
        self.names = tuple(f"{planned.namespace}/{planned.name}" for planned in args.backups)
        found = read_results(args.backups, backups)
        self.results = found.apply(lambda results: [each.document for each in results])
        if pulumi.runtime.is_dry_run():
            tell_in_advance(args.backups, backups)
        elif args.wait:
            found.apply(judge)
        self.register_outputs({"names": list(self.names)})

    def _backup(
        self,
        name: str,
        planned: PlannedBackup,
        args: EtcdBackupsArgs,
        first: list[pulumi.Input[pulumi.Resource]],
    ) -> HCPEtcdBackup:
        timeout = f"{args.timeout_seconds}s"
        return HCPEtcdBackup(
            f"{name}/{planned.hosted_cluster}",
            HCPEtcdBackupArgs(
                name=planned.name, namespace=planned.namespace, spec=planned.spec, wait=args.wait
            ),
            pulumi.ResourceOptions(
                parent=self,
                depends_on=first,
                retain_on_delete=args.keep_previous,
                custom_timeouts=pulumi.CustomTimeouts(create=timeout, update=timeout),
            ),
        )
