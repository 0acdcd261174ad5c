"""The states of a fleet as Stack objects tell them."""

from datetime import UTC, datetime
from typing import Any

from openshift_credentials.fleet.status import State
from tests.fleet import samples as stacks

AT = datetime(2026, 11, 22, 6, tzinfo=UTC)
LOCK = "error: the stack is currently locked by 1 lock(s). Either wait ... or `pulumi cancel`"
EXISTS = 'error: hcpetcdbackups "a" already exists'
TAKEN = "error: aws:iam/role:Role x: the resource exists and is not in the state of the stack"
GONE = "error: Missing required: openshift-credentials:tokenIssuer: or another system is required"
FAILED = "HCPEtcdBackup clusters-b/x-1: BackupFailed: the Job failed"


def unseen(**metadata: Any) -> stacks.Object:  # noqa: ANN401 - any JSON
    found = stacks.succeeded()
    found["metadata"] |= metadata
    return found


def without_backups(stack: stacks.Object, *kept: str) -> stacks.Object:
    outputs = stack["status"]["outputs"]
    outputs["backups"] = [each for each in outputs["backups"] if each["hostedCluster"] in kept]
    return stack


def through_oadp(stack: stacks.Object) -> stacks.Object:
    stack["spec"]["config"]["openshift-credentials:etcdBackup"]["oadp"] = {"enabled": True}
    return stack


CASES: dict[str, tuple[stacks.Object, State, str | None]] = {
    "a success": (stacks.succeeded(), State.SUCCEEDED, None),
    "yesterday's trigger": (stacks.succeeded(trigger="2026-11-21"), State.BEHIND, "trigger-behind"),
    "a success without any backup": (without_backups(stacks.succeeded()), State.BEHIND, "backup-missing"),
    "a success without any trigger": (
        without_backups({**stacks.succeeded(), "spec": stacks.stack(trigger=None)["spec"]}),
        State.BEHIND,
        "trigger-behind",
    ),
    "a success of backups through OADP": (through_oadp(without_backups(stacks.succeeded())), State.SUCCEEDED, None),
    "one that waits and was never processed": (
        {**stacks.waiting(), "status": {**stacks.waiting()["status"], "observedGeneration": 0}},
        State.WAITING,
        None,
    ),
    "at work": (stacks.running(), State.RUNNING, None),
    "at work since yesterday": (stacks.running("2026-11-21T01:00:00Z"), State.STUCK, "stack-stuck"),
    "waiting for another": (stacks.waiting(), State.WAITING, None),
    "tried again": (stacks.retrying("error: x"), State.RETRYING, "stack-retrying"),
    "tried again, backup failed": (stacks.retrying(FAILED), State.RETRYING, "backup-failed"),
    "frozen": (stacks.frozen(), State.FROZEN, "stack-frozen"),
    "a new generation that nobody saw": (unseen(generation=4), State.UNSEEN, "stack-unseen"),
    "a request that nobody saw": (
        unseen(annotations={"pulumi.com/reconciliation-request": "now"}),
        State.UNSEEN,
        "stack-unseen",
    ),
    "a request that was processed": (
        {
            **unseen(annotations={"pulumi.com/reconciliation-request": "now"}),
            "status": {**stacks.succeeded()["status"], "observedReconcileRequest": "now"},
        },
        State.SUCCEEDED,
        None,
    ),
    "a request that was processed, and a new generation": (
        {
            **unseen(annotations={"pulumi.com/reconciliation-request": "now"}, generation=4),
            "status": {**stacks.succeeded()["status"], "observedReconcileRequest": "now"},
        },
        State.UNSEEN,
        "stack-unseen",
    ),
    "never looked at": ({**stacks.stack(), "status": {}}, State.UNSEEN, "stack-unseen"),
    "being deleted": (unseen(deletionTimestamp=stacks.NOW), State.DELETING, None),
    "failed four times": (
        stacks.stalled("UpdateFailed", "up failed 3 times", message="error: x"),
        State.STALLED,
        "update-failed",
    ),
    "locked": (stacks.stalled("UpdateFailed", message=LOCK), State.STALLED, "stack-locked"),
    "locked while it is set up": (stacks.stalled("WorkspaceFailed", LOCK), State.STALLED, "stack-locked"),
    "killed with a backup under way": (stacks.stalled("UpdateFailed", message=EXISTS), State.STALLED, "backup-exists"),
    "killed with a role made and not recorded": (
        stacks.stalled("UpdateFailed", message=TAKEN),
        State.STALLED,
        "cloud-exists",
    ),
    "restarted without its settings": (stacks.stalled("UpdateFailed", message=GONE), State.STALLED, "settings-gone"),
    "not installed": (stacks.stalled("WorkspaceFailed", "InstallationFailed: pip"), State.STALLED, "workspace-failed"),
    "a reference across namespaces": (
        stacks.stalled("SpecInvalid", "cross-namespace refs are not allowed"),
        State.STALLED,
        "stack-spec",
    ),
    "no source": (stacks.stalled("SourceUnavailable"), State.STALLED, "stack-source"),
    "an old CLI": (stacks.stalled("PulumiVersionTooLow"), State.STALLED, "pulumi-too-old"),
    "a conflict": (stacks.stalled("UpdateConflict"), State.STALLED, "update-failed"),
    "its namespace goes": (stacks.stalled("NamespaceTerminating"), State.STALLED, "namespace-gone"),
    "a reason of a later release": (stacks.stalled("Tired"), State.STALLED, "stack-stalled"),
}
