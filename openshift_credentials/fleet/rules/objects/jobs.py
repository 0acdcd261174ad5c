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
    WAVE,
    Object,
    Purpose,
    metadata,
)
from openshift_credentials.fleet.rules.objects.scripts import script

NIGHTLY_SCRIPT: Final = script("nightly.sh")
"""Applies only the trigger of every backup, as a separate field manager.

A Job that runs again in the same night changes nothing: the trigger is the date.
"""

DRIFT_SCRIPT: Final = script("drift.sh")
"""Sets every sentinel's trigger to that of its Stack; otherwise each backup would be a change."""

_DEADLINE_SECONDS: Final = 1800
_START_WITHIN_SECONDS: Final = 3600


def nightly_job(fleet: Fleet, wave: str, name: str, selector: str) -> Object:
    """The CronJob that sets the trigger of the night in the Stacks of a wave."""
    seconds = str(fleet.nightly_minutes(wave) * 60)
    environment = {"SELECTOR": selector, "SECONDS_SINCE_FIRST_WAVE": seconds}
    schedule = fleet.nightly_schedule(wave)
    return _cron_job(fleet, name, NIGHTLY, schedule, NIGHTLY_SCRIPT, environment)


def drift_job(fleet: Fleet) -> Object:
    """The CronJob that starts the sentinels once a day."""
    environment = {"SELECTOR": f"{PURPOSE}={Purpose.DRIFT}"}
    return _cron_job(fleet, DRIFT, DRIFT, fleet["driftSchedule"], DRIFT_SCRIPT, environment)


def jobs_of_wave(fleet: Fleet, wave: str) -> Iterator[Object]:
    """The nightly job of a wave, on the hub; it finds Stacks by labels."""
    selector = f"{PURPOSE}={Purpose.UPDATE},{WAVE}={wave},{FROZEN}=false"
    yield nightly_job(fleet, wave, f"{NIGHTLY}-{wave}", selector)


def jobs_of_hub(fleet: Fleet) -> Iterator[Object]:
    """Common objects of the jobs of all waves, and the drift detection."""
    yield from job_access(NIGHTLY, fleet)
    yield from job_access(DRIFT, fleet)
    yield drift_job(fleet)


def jobs_of_cluster(fleet: Fleet, wave: str) -> Iterator[Object]:
    """Both jobs of a management cluster that has its own operator."""
    yield from job_access(NIGHTLY, fleet)
    yield from job_access(DRIFT, fleet)
    yield nightly_job(fleet, wave, NIGHTLY, f"{PURPOSE}={Purpose.UPDATE},{FROZEN}=false")
    yield drift_job(fleet)


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
    job = {"backoffLimit": 3, "activeDeadlineSeconds": _DEADLINE_SECONDS, "template": {"spec": pod}}
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
