"""What came of backups: told in the preview, judged together at the end of an update."""

from collections.abc import Sequence

import pulumi

from components.errors import stopping_the_program
from components.etcd_backup.hcp_etcd_backup import HCPEtcdBackup
from openshift_credentials.etcd_backup.plan import PlannedBackup
from openshift_credentials.etcd_backup.plan.results import BackupResult, assert_success
from openshift_credentials.etcd_backup.rules.backup_status import BackupStatus


def read_results(
    planned: Sequence[PlannedBackup], resources: Sequence[HCPEtcdBackup]
) -> pulumi.Output[list[BackupResult]]:
    """The results of all backups, once all are there; unknown while one is, as in most previews."""
    return pulumi.Output.all(*(resource.status for resource in resources)).apply(
        lambda statuses: [
            BackupResult(backup, BackupStatus.of(status))
            for backup, status in zip(planned, statuses, strict=True)
        ]
    )


def judge(results: Sequence[BackupResult]) -> None:
    """Stop the program with all backups that have not succeeded; none is left out."""
    for result in results:
        if result.warning:
            pulumi.log.warn(result.warning)
    with stopping_the_program():
        assert_success(results)


def tell_in_advance(
    planned: Sequence[PlannedBackup], resources: Sequence[HCPEtcdBackup]
) -> pulumi.Output[None]:
    """Warn of every backup that exists and has not succeeded; what is new has no status yet."""

    async def warn() -> None:
        for backup, resource in zip(planned, resources, strict=True):
            if not await resource.status.is_known():
                continue
            status = await resource.status.future()
            if forecast := BackupResult(backup, BackupStatus.of(status)).forecast:
                pulumi.log.warn(forecast, resource)

    return pulumi.Output.from_input(warn())
