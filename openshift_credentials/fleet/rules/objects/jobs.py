"""CronJobs of a fleet: one sets the trigger of the night, one starts the sentinels."""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.fleet.rules.inventory import Fleet
from openshift_credentials.fleet.rules.objects.access import job_access
from openshift_credentials.fleet.rules.objects.labels import (
    DRIFT,
    FROZEN,
    NIGHTLY,
    PURPOSE,
    UPDATED_BY,
    WAVE,
    Object,
    Purpose,
    metadata,
)
from openshift_credentials.fleet.rules.stack_settings import TRIGGER_PATH

RECONCILE: Final = "pulumi.com/reconciliation-request"
"""Annotation; with a new value, the operator runs a Stack again."""

_KEY, _DEFAULTS, _TRIGGER = TRIGGER_PATH

NIGHTLY_SCRIPT: Final = f"""\
set -eu
# The night's date is that of its first wave, also for a wave after midnight.
trigger=${{TRIGGER:-$(date -u -d "@$(($(date +%s) - SECONDS_SINCE_FIRST_WAVE))" +%Y-%m-%d)}}
failed=0
for stack in $(kubectl get stacks.pulumi.com -n "$NAMESPACE" -l "$SELECTOR" -o name); do
  kubectl apply --server-side --field-manager={NIGHTLY} --force-conflicts -f - <<EOF || failed=1
{{
  "apiVersion": "pulumi.com/v1",
  "kind": "Stack",
  "metadata": {{"name": "${{stack##*/}}", "namespace": "$NAMESPACE"}},
  "spec": {{"config": {{"{_KEY}": {{"{_DEFAULTS}": {{"{_TRIGGER}": "$trigger"}}}}}}}}
}}
EOF
done
exit "$failed"
"""
"""Applies only the trigger of every backup, as a separate field manager.

A Job that runs again in the same night changes nothing: the trigger is the date.
"""

_TEMPLATE: Final = (
    f'{{{{with index .spec.config "{_KEY}"}}}}{{{{with .{_DEFAULTS}}}}}{{{{with .{_TRIGGER}}}}}'
    "{{.}}{{end}}{{end}}{{end}}"
)

DRIFT_SCRIPT: Final = f"""\
set -eu
failed=0
for sentinel in $(kubectl get stacks.pulumi.com -n "$NAMESPACE" -l "$SELECTOR" -o name); do
  stack=$(kubectl get "$sentinel" -n "$NAMESPACE" \\
    -o go-template='{{{{index .metadata.labels "{UPDATED_BY}"}}}}')
  trigger=$(kubectl get "stacks.pulumi.com/$stack" -n "$NAMESPACE" \\
    -o go-template='{_TEMPLATE}') || {{ failed=1; continue; }}
  spec=""
  if [ -n "$trigger" ]; then
    spec=', "spec": {{"config": {{"{_KEY}": {{"{_DEFAULTS}": {{"{_TRIGGER}": "'$trigger'"}}}}}}}}'
  fi
  kubectl apply --server-side --field-manager={DRIFT} --force-conflicts -f - <<EOF || failed=1
{{
  "apiVersion": "pulumi.com/v1",
  "kind": "Stack",
  "metadata": {{
    "name": "${{sentinel##*/}}",
    "namespace": "$NAMESPACE",
    "annotations": {{"{RECONCILE}": "drift-$(date -u +%Y-%m-%d)"}}
  }}$spec
}}
EOF
done
exit "$failed"
"""
"""Sets every sentinel's trigger to that of its Stack; otherwise each backup would be a change."""

_DEADLINE_SECONDS: Final = 1800
_START_WITHIN_SECONDS: Final = 3600


def nightly_job(fleet: Fleet, wave: str, name: str, selector: str) -> Object:
    """The CronJob that sets the trigger of the night in the Stacks of a wave."""
    seconds = str(fleet.nightly_minutes(wave) * 60)
    environment = {"SELECTOR": selector, "SECONDS_SINCE_FIRST_WAVE": seconds}
    schedule = fleet.nightly_schedule(wave)
    return _cron_job(fleet, name, NIGHTLY, schedule, NIGHTLY_SCRIPT, environment)


def drift_job(fleet: Fleet, name: str, selector: str) -> Object:
    """The CronJob that starts the sentinels once a day."""
    schedule = fleet["driftSchedule"]
    return _cron_job(fleet, name, DRIFT, schedule, DRIFT_SCRIPT, {"SELECTOR": selector})


def jobs_of_wave(fleet: Fleet, wave: str) -> Iterator[Object]:
    """The nightly job of a wave, on the hub; it finds Stacks by labels."""
    selector = f"{PURPOSE}={Purpose.UPDATE},{WAVE}={wave},{FROZEN}=false"
    yield nightly_job(fleet, wave, f"{NIGHTLY}-{wave}", selector)


def jobs_of_hub(fleet: Fleet) -> Iterator[Object]:
    """Common objects of the jobs of all waves, and the drift detection."""
    yield from job_access(NIGHTLY, fleet)
    yield from job_access(DRIFT, fleet)
    yield drift_job(fleet, DRIFT, f"{PURPOSE}={Purpose.DRIFT}")


def jobs_of_cluster(fleet: Fleet, wave: str) -> Iterator[Object]:
    """Both jobs of a management cluster that has its own operator."""
    yield from job_access(NIGHTLY, fleet)
    yield from job_access(DRIFT, fleet)
    yield nightly_job(fleet, wave, NIGHTLY, f"{PURPOSE}={Purpose.UPDATE},{FROZEN}=false")
    yield drift_job(fleet, DRIFT, f"{PURPOSE}={Purpose.DRIFT}")


def _cron_job(
    fleet: Fleet,
    name: str,
    account: str,
    schedule: str,
    script: str,
    environment: Mapping[str, str],
) -> Object:
    variables = {"NAMESPACE": fleet["namespace"], "HOME": "/tmp", **environment}  # noqa: S108 - for kubectl's cache
    container: Object = {
        "name": account,
        "image": fleet["nightlyImage"],
        "command": ["/bin/sh", "-c", script],
        "env": [{"name": key, "value": value} for key, value in variables.items()],
        "resources": {"requests": {"cpu": "50m", "memory": "64Mi"}},
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "runAsNonRoot": True,
            "seccompProfile": {"type": "RuntimeDefault"},
        },
    }
    pod = {"serviceAccountName": account, "restartPolicy": "OnFailure", "containers": [container]}
    job = {
        "backoffLimit": 3,
        "activeDeadlineSeconds": _DEADLINE_SECONDS,
        "template": {"spec": pod},
    }
    return {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": metadata(name, fleet["namespace"]),
        "spec": {
            "schedule": schedule,
            "timeZone": "Etc/UTC",
            "concurrencyPolicy": "Forbid",
            "startingDeadlineSeconds": _START_WITHIN_SECONDS,
            "successfulJobsHistoryLimit": 1,
            "failedJobsHistoryLimit": 3,
            "jobTemplate": {"spec": job},
        },
    }
