"""The quick checks of the verb ``preflight``, as warnings in every preview and update."""

import asyncio
from typing import Final

import pulumi

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings

from ...base.engine import runs_on_an_engine
from ...base.errors import log_notice
from .earlier_backups import EarlierBackups

CALL_SECONDS: Final = 3.0
"""Maximum wait for one answer; there are two rounds, because four requests run at once."""


def look_before_backups(settings: EtcdBackupSettings, earlier: EarlierBackups) -> None:
    """Warn about problems that would make the new backups fail.

    It runs while the engine creates other resources. It never stops the update: an unreachable
    cluster, a missing client or missing permissions are not a reason to fail. On the mock runtime,
    and if ``earlier`` updates have created all backups, nothing is contacted.
    """
    if settings.kubernetes.render_to or not settings.backup_policy.preflight:
        return
    if not runs_on_an_engine():
        return
    if any(backup.name not in earlier.created for backup in plan_of(settings).backups):
        pulumi.Output.from_input(_warn(settings))


async def _warn(settings: EtcdBackupSettings) -> None:
    try:
        failures = await asyncio.to_thread(_failures, settings)
    except UnusableInputError as error:
        pulumi.log.debug(f"the cluster was not checked: {error}")
    else:
        for notice in failures:
            log_notice(notice)


def _failures(settings: EtcdBackupSettings) -> list[Notice]:
    # Import these only when they are needed.
    from openshift_credentials.live.check import State  # noqa: PLC0415
    from openshift_credentials.live.client import Access, observe  # noqa: PLC0415
    from openshift_credentials.systems.etcd_backup.live import places  # noqa: PLC0415
    from openshift_credentials.systems.etcd_backup.live.preflight import before_backups  # noqa: PLC0415

    connection = settings.kubernetes
    kubeconfig = connection.kubeconfig
    readable = kubeconfig is not None and not is_sealed(kubeconfig)
    access = Access(
        context=connection.context,
        timeout=CALL_SECONDS,
        content=kubeconfig.get_secret_value() if kubeconfig and readable else None,
    )
    observed = observe(access, places.before_backups(settings.cluster.operator_namespace))
    return [check.notice for check in before_backups(settings, observed) if check.state is State.FAILED]
