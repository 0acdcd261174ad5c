"""What came of backups: told in the preview, judged together at the end of an update."""

from collections.abc import Sequence

import pulumi

from components.errors import stopping_the_program
from openshift_credentials.etcd_backup.plan.results import BackupResult, assert_success


def judge(results: Sequence[BackupResult]) -> None:
    """Stop the program with all backups that have not succeeded; none is left out."""
    for result in results:
        if result.warning:
            pulumi.log.warn(result.warning)
    with stopping_the_program():
        assert_success(results)


def tell_in_advance(results: Sequence[pulumi.Output[BackupResult]]) -> pulumi.Output[None]:
    """Warn of every backup that exists and has not succeeded; what is new has no status yet."""

    async def warn() -> None:
        for each in results:
            if not await each.is_known():
                continue
            result = await each.future()
            if result and (forecast := result.forecast):
                pulumi.log.warn(forecast)

    return pulumi.Output.from_input(warn())
