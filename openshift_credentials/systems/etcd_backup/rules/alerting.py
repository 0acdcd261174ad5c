"""Alerts on missing backups: expressions of Prometheus, and their metrics.

The operator has no metric about backups (openshift/hypershift, ``hypershift-operator``). Those of
HCPEtcdBackups come from kube-state-metrics with ``deploy/etcd-backup-metrics.yaml``
(kubernetes/kube-state-metrics ``docs/metrics/extend/customresourcestate-metrics.md``: a gauge over
a list has a series per item, and reads times as seconds). Velero has its own (velero-io/velero
``pkg/metrics/metrics.go``).
"""

from collections.abc import Mapping
from typing import Final

Rule = Mapping[str, object]

TRANSITION: Final = "hcpetcdbackup_condition_last_transition_timestamp_seconds"
"""When a condition of an HCPEtcdBackup last changed, by ``type``, ``status`` and ``reason``."""

VELERO_SUCCESS: Final = "velero_backup_last_successful_timestamp"
"""When the newest successful backup of a Schedule ended."""

NAMESPACE_LABEL: Final = "hcp_namespace"
"""Label of the hosted control plane's namespace.

Not ``namespace``: Prometheus of user workloads replaces that one with its own.
"""

SETTLE: Final = "30m"
"""How long an alert is pending, so that a restart of a scraped target does not raise one."""

_DONE: Final = 'type="BackupCompleted"'
_SUCCEEDED: Final = f'{_DONE},status="True"'
_FAILED: Final = f'{_DONE},reason=~"BackupFailed|BackupRejected"'


def no_recent_backup(namespace: str) -> str:
    """Series of the newest success of a hosted control plane, without a threshold."""
    return f'{TRANSITION}{{{_SUCCEEDED},{NAMESPACE_LABEL}="{namespace}"}}'


def schedule_success(schedule: str) -> str:
    """Series of the newest success of a Velero Schedule."""
    return f'{VELERO_SUCCESS}{{schedule="{schedule}"}}'


def older_than(series: str, label: str, seconds: int) -> str:
    """True if the newest value is older than ``seconds``, or if there is none."""
    return f"(time() - max by ({label}) ({series}) > {seconds}) or absent({series})"


def newest_failed() -> str:
    """True for every hosted control plane whose newest ended backup failed."""
    succeeded = f"max by ({NAMESPACE_LABEL}) ({TRANSITION}{{{_SUCCEEDED}}})"
    failed = f"max by ({NAMESPACE_LABEL}) ({TRANSITION}{{{_FAILED}}})"
    return (
        f"{failed} unless on ({NAMESPACE_LABEL}) ({succeeded} >= on ({NAMESPACE_LABEL}) {failed})"
    )


def rule(
    alert: str, expression: str, severity: str, summary: str, labels: Mapping[str, str]
) -> Rule:
    """One alerting rule."""
    return {
        "alert": alert,
        "expr": expression,
        "for": SETTLE,
        "labels": {"severity": severity, **labels},
        "annotations": {
            "summary": summary,
            "description": "Run 'openshift-credentials status' and 'diagnose' on the stack for "
            "the cause.",
        },
    }
