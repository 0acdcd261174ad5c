"""Why a Stack needs attention, and what to do: the operator's reasons as text."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.fleet.rules.objects.labels import RECONCILE
from openshift_credentials.fleet.rules.stack_status import StackStatus, State
from openshift_credentials.live.taken_names import NOT_IN_THE_STATE


class StalledReason(StrEnum):
    """Reasons of condition ``Stalled``."""

    SPEC_INVALID = "SpecInvalid"
    SOURCE_UNAVAILABLE = "SourceUnavailable"
    UPDATE_CONFLICT = "UpdateConflict"
    PULUMI_VERSION_TOO_LOW = "PulumiVersionTooLow"
    WORKSPACE_FAILED = "WorkspaceFailed"
    UPDATE_FAILED = "UpdateFailed"
    NAMESPACE_TERMINATING = "NamespaceTerminating"


_LOCKED: Final = ("currently locked by", "stack is locked", "Another update is currently")
_EXISTS: Final = ("already exists", "an interrupted update created it")
_TAKEN: Final = (NOT_IN_THE_STATE,)
_NO_SETTINGS: Final = ("missing configuration value", "or another system is required")


def causes(status: StackStatus, now: datetime, longest_age: timedelta) -> Iterator[Notice]:
    """Notices about a Stack; none if it is healthy."""
    yield from _of_state(status)
    if status.failed:
        names = ", ".join(status.failed)
        way_out = (
            "run 'diagnose' in that cluster for the cause; the next trigger backs them up again"
        )
        yield Notice("backup-failed", Severity.ERROR, f"no new snapshot of {names}", way_out)
    success = status.newest_success
    if status.is_sentinel or status.state is State.FROZEN:
        return
    if success is not None and now - success > longest_age:
        hours = int((now - success).total_seconds() // 3600)
        why = f"its newest success is {hours} hours old"
        yield Notice("success-old", Severity.ERROR, why, "check its state and reason")
    elif success is None and status.state in (State.SUCCEEDED, State.BEHIND):
        why = "no update of it is known to have succeeded"
        yield Notice("success-none", Severity.WARNING, why, "wait for its first night")


def _of_state(status: StackStatus) -> Iterator[Notice]:
    match status.state:
        case State.STALLED:
            yield _stall_cause(status)
        case State.STUCK:
            why = "it has been running too long, or its Update was deleted; it may occupy a worker"
            way_out = (
                f"check the Update with 'kubectl describe update -n {status.namespace} -l "
                f"pulumi.com/stack-name={status.name}'; delete it to end the update, and restart "
                "the operator to free the worker"
            )
            yield Notice("stack-stuck", Severity.ERROR, why, way_out)
        case State.UNSEEN:
            why = (
                "the operator has not processed its newest change: it is not running, or its "
                "watch has stopped"
            )
            way_out = (
                "look at the operator's log; 'fleet check' finds a duration that it cannot read, "
                'such as "1 hour", which stops the watch for all Stacks'
            )
            yield Notice("stack-unseen", Severity.ERROR, why, way_out)
        case State.DRIFT:
            why = "something was changed or deleted outside the stack"
            way_out = (
                "run 'pulumi preview --refresh' to see it; an update does not detect drift "
                "without a refresh, so run 'pulumi refresh' once, then set a new trigger"
            )
            yield Notice("drift", Severity.ERROR, why, way_out)
        case State.RETRYING:
            why = f"attempt {status.attempts} of 4 failed"
            yield Notice("stack-retrying", Severity.WARNING, why, _by_message(status).way_out)
        case State.BEHIND if status.missing:
            why = f"its update has no backup of {', '.join(status.missing)} for its trigger"
            way_out = "check that its outputs have 'backups', then set a new trigger"
            yield Notice("backup-missing", Severity.ERROR, why, way_out)
        case State.BEHIND:
            why = f"has trigger {status.trigger or '(none)'}, not tonight's"
            way_out = "check that the nightly job of its wave ran"
            yield Notice("trigger-behind", Severity.WARNING, why, way_out)
        case State.FROZEN:
            why = "is frozen: it previews and reports Ready, but backs up nothing"
            yield Notice("stack-frozen", Severity.WARNING, why, "set freeze to false in its row")
        case State.RUNNING | State.WAITING | State.DELETING | State.SUCCEEDED:
            return
        case _:
            assert_never(status.state)


def _stall_cause(status: StackStatus) -> Notice:
    try:
        reason = StalledReason(status.reason)
    except ValueError:
        return _error("stack-stalled", f"is stalled: {status.reason}", "see its message")
    match reason:
        case StalledReason.UPDATE_FAILED | StalledReason.UPDATE_CONFLICT:
            return _by_message(status)
        case StalledReason.WORKSPACE_FAILED:
            return _workspace_failed(status)
        case StalledReason.SPEC_INVALID:
            way_out = "correct the problem in the message; 'fleet check' finds it in advance"
            return _error("stack-spec", "the operator cannot process its spec", way_out)
        case StalledReason.SOURCE_UNAVAILABLE:
            way_out = "set the directory of the program in the image (local.dir), and no source"
            return _error("stack-source", "the source of its program does not exist", way_out)
        case StalledReason.PULUMI_VERSION_TOO_LOW:
            way_out = "build the image with Pulumi's CLI 3.202 or newer"
            return _error("pulumi-too-old", "its CLI does not support structured settings", way_out)
        case StalledReason.NAMESPACE_TERMINATING:
            way_out = "delete its resources manually, then remove its finalizer"
            return _error("namespace-gone", "its namespace is being deleted", way_out)
        case _:
            assert_never(reason)


def _workspace_failed(status: StackStatus) -> Notice:
    pod = f"pod {status.name}-workspace-0"
    if _names(status, _LOCKED):
        return _lock_cause(status)
    return _error(
        "workspace-failed",
        "its pod could not install or set up the program",
        f"correct the problem in the message, then delete {pod}: the Stack stays stalled until its "
        "spec changes or the pod is deleted",
    )


def _by_message(status: StackStatus) -> Notice:
    """Notices about a failed update."""
    if _names(status, _LOCKED):
        return _lock_cause(status)
    if _names(status, _NO_SETTINGS):
        return _error(
            "settings-gone",
            "its container was restarted, and its settings were in the old one",
            f"delete pod {status.name}-workspace-0 in {status.namespace}, and build the image "
            "from the rendered Containerfile, which keeps them in a volume",
        )
    if _names(status, _TAKEN):
        return _error(
            "cloud-exists",
            "a resource exists in the cloud and is not in the state of the stack",
            "run the command that the update has printed, then run the update again",
        )
    if _names(status, _EXISTS):
        return _error(
            "backup-exists",
            "an interrupted update had already started this backup and did not record it",
            "set a new trigger; the snapshot of the old one is in the storage",
        )
    return _error(
        "update-failed",
        "its update failed four times"
        if status.state is State.STALLED
        else "its last update failed",
        "correct the problem in the message, then set a new trigger, or run it again with "
        f"'kubectl annotate stack {status.name} -n {status.namespace} --overwrite "
        f"{RECONCILE}=$(date +%s)'",
    )


def _lock_cause(status: StackStatus) -> Notice:
    return _error(
        "stack-locked",
        "an interrupted update has left its lock",
        f"make sure that none runs, then: kubectl exec -n {status.namespace} "
        f"{status.name}-workspace-0 -c pulumi -- pulumi cancel --yes --stack {status.stack}; then "
        "set a new trigger",
    )


def _names(status: StackStatus, marks: tuple[str, ...]) -> bool:
    return any(mark in status.message for mark in marks)


def _error(code: str, why: str, way_out: str) -> Notice:
    return Notice(code, Severity.ERROR, why, way_out)
