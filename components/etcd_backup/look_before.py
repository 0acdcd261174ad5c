"""The quick checks of the verb ``preflight``, as warnings in every preview and update."""

from collections.abc import Iterator
from typing import Final

import pulumi
from pulumi.runtime.proto import resource_pb2_grpc

from openshift_credentials.errors import UnusableInputError
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.stack.secret_texts import is_sealed

CALL_SECONDS: Final = 3.0
"""Maximum wait for one answer; there are two rounds, because four requests run at once."""


def look_before_backups(settings: EtcdBackupSettings) -> None:
    """Warn about problems that would make the new backups fail.

    It never stops the update: an unreachable cluster, a missing client or missing permissions are
    not a reason to fail. On the mock runtime, nothing is contacted.
    """
    policy = settings.backup_policy
    if not (policy.preflight and settings.backups) or settings.kubernetes.render_to:
        return
    if not _runs_on_an_engine():
        return
    for text in _failures(settings):
        pulumi.log.warn(text)


def _runs_on_an_engine() -> bool:
    """Whether an engine runs, and not a test or the offline preview."""
    monitor = pulumi.runtime.settings.get_monitor()
    return isinstance(monitor, resource_pb2_grpc.ResourceMonitorStub)


def _failures(settings: EtcdBackupSettings) -> Iterator[str]:
    # Import these only when they are needed.
    from openshift_credentials.etcd_backup.operation import places  # noqa: PLC0415
    from openshift_credentials.etcd_backup.operation.preflight import (  # noqa: PLC0415
        before_backups,
    )
    from openshift_credentials.operation.check import State  # noqa: PLC0415
    from openshift_credentials.operation.client import Access, observe  # noqa: PLC0415

    connection = settings.kubernetes
    kubeconfig = connection.kubeconfig
    readable = kubeconfig is not None and not is_sealed(kubeconfig)
    access = Access(
        context=connection.context,
        timeout=CALL_SECONDS,
        content=kubeconfig.get_secret_value() if kubeconfig and readable else None,
    )
    try:
        observed = observe(access, places.before_backups(settings.cluster.operator_namespace))
    except UnusableInputError as error:
        pulumi.log.debug(f"the cluster was not checked: {error}")
        return
    for check in before_backups(settings, observed):
        if check.state is State.FAILED:
            yield f"{check.subject}: {check.detail}; {check.way_out} [{check.code}]"
