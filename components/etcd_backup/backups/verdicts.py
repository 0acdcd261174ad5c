"""What a preview and an update say about the results of backups."""

from collections.abc import Sequence

import pulumi

from openshift_credentials.systems.etcd_backup.plan.results import BackupResult, assert_success

from ...base.errors import stopping_the_program
from ...base.telling import tell


def tell_unawaited(results: Sequence[BackupResult]) -> None:
    """Say what was read of backups that the update does not wait for."""
    for result in results:
        if notice := result.status_notice:
            tell(notice)


def stop_unless_all_succeeded(results: Sequence[BackupResult]) -> None:
    """Stop the program with a list of all backups that have not succeeded."""
    for result in results:
        if result.warning:
            tell(result.warning)
    with stopping_the_program():
        assert_success(results)


async def tell_in_advance(results: Sequence[pulumi.Output[BackupResult]], *, waits: bool) -> None:
    """Warn at preview about every existing backup that has not succeeded."""
    if not pulumi.runtime.is_dry_run():
        return
    for item in results:
        if not await item.is_known():
            continue
        result = await item.future()
        if result and (forecast := result.forecast if waits else result.status_notice):
            tell(forecast)
