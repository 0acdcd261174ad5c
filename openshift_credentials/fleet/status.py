"""Meaning of a Stack's status for its backups, its causes, and what to do.

Source: pulumi/pulumi-kubernetes-operator ``operator/api/pulumi/v1/stack_types.go`` (conditions and
their reasons) and ``operator/internal/controller/pulumi/stack_controller.go`` (release 2.9).
Outputs in a status are those of the last update that succeeded, however old that is.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.base.json_values import object_items, object_member, text_member
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.base.terminal import Style
from openshift_credentials.base.wording import markdown_text, quantity
from openshift_credentials.live.taken_names import NOT_IN_THE_STATE
from openshift_credentials.platforms.kubernetes.names import hosted_control_plane_namespace
from openshift_credentials.platforms.manifests import printable

from .rendering import TRIGGER_PATH, WAVE_LABEL

Object = Mapping[str, object]

RECONCILE: Final = "pulumi.com/reconciliation-request"
"""Annotation; with a new value, the operator runs a Stack again."""

SUCCEEDED: Final = "BackupSucceeded"
_BACKUP: Final = re.compile(r"HCPEtcdBackup ([a-z0-9.-]+)/[a-z0-9.-]+: (?!BackupSucceeded)")
_UPLOADED: Final = re.compile(r"/([0-9]{9,11})\.db$")

_STALLED: Final = {
    "SpecInvalid": (
        "stack-spec",
        "the operator cannot process its spec",
        "correct the problem in the message; 'fleet check' finds it in advance",
    ),
    "SourceUnavailable": (
        "stack-source",
        "the source of its program does not exist",
        "set the directory of the program in the image (local.dir), and no source",
    ),
    "PulumiVersionTooLow": (
        "pulumi-too-old",
        "its CLI does not support structured settings",
        "build the image with Pulumi's CLI 3.202 or newer",
    ),
    "NamespaceTerminating": (
        "namespace-gone",
        "its namespace is being deleted",
        "delete its resources manually, then remove its finalizer",
    ),
}
"""Reasons of condition ``Stalled`` that need nothing else to be explained."""


class State(StrEnum):
    """State of a Stack, the worst first."""

    STALLED = "stalled"
    """It failed, and the operator does not retry."""

    STUCK = "stuck"
    """It has been running for too long and occupies a worker."""

    UNSEEN = "unseen"
    """The operator has not seen its newest change: it is down, or its watch has stopped."""

    BEHIND = "behind"
    """Its last update succeeded, but without tonight's trigger or without a backup for it."""

    RETRYING = "retrying"
    """It failed, and the operator retries."""

    RUNNING = "running"
    WAITING = "waiting"
    """A prerequisite has not succeeded yet."""

    DELETING = "deleting"
    FROZEN = "frozen"
    """It only previews: no update, and no backup."""

    SUCCEEDED = "succeeded"


IN_PROGRESS: Final = (State.RETRYING, State.RUNNING, State.WAITING, State.DELETING)
NEEDS_SOMEBODY: Final = (State.STALLED, State.STUCK, State.UNSEEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackStatus:
    """One Stack. ``reason`` and ``message`` are the operator's.

    ``snapshots`` are the URLs by hosted cluster; ``outdated`` means that a later update has failed.
    ``missing`` are hosted clusters of the configuration that the outputs do not name.
    """

    namespace: str
    name: str
    stack: str
    wave: str
    state: State
    reason: str = ""
    message: str = ""
    trigger: str = ""
    newest_success: datetime | None = None
    failed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    snapshots: Mapping[str, str]
    outdated: bool
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Parameters of the status; ``tonight`` is empty if no trigger is known."""

    now: datetime
    tonight: str = ""
    stuck_seconds: int = 6 * 3600
    updates: Mapping[tuple[str, str], Object] | None = None

    def status(self, stack: Object) -> StackStatus:
        metadata, spec, status = (object_member(stack, name) for name in ("metadata", "spec", "status"))
        last = object_member(status, "lastUpdate")
        state, reason, message = self._state(stack)
        failed = text_member(last, "state") == "failed"
        detail = text_member(last, "message") if failed else ""
        snapshots, unsuccessful = snapshots_of(status)
        failures = last.get("failures")
        return StackStatus(
            namespace=text_member(metadata, "namespace"),
            name=text_member(metadata, "name"),
            stack=text_member(spec, "stack"),
            wave=text_member(metadata, "labels", WAVE_LABEL),
            state=state,
            reason=reason,
            message="; ".join(dict.fromkeys(part for part in (message, detail) if part)),
            trigger=trigger_of(stack),
            newest_success=self._newest_success(stack, snapshots),
            failed=tuple(dict.fromkeys([*failed_hosted_clusters(detail, spec), *(() if failed else unsuccessful)])),
            missing=tuple(missing_in(stack)),
            snapshots=snapshots,
            outdated=failed and bool(snapshots),
            attempts=(failures if isinstance(failures, int) else 0) + 1 if failed else 0,
        )

    def _state(self, stack: Object) -> tuple[State, str, str]:
        metadata, status = object_member(stack, "metadata"), object_member(stack, "status")
        conditions = {
            text_member(item, "type"): item
            for item in object_items(status, "conditions")
            if item.get("status") == "True"
        }
        reconciling = conditions.get("Reconciling")
        if not is_seen(metadata, status) and not _waits(reconciling):
            return State.UNSEEN, "", ""
        if stalled := conditions.get("Stalled"):
            return State.STALLED, text_member(stalled, "reason"), text_member(stalled, "message")
        if "deletionTimestamp" in metadata:
            return State.DELETING, "", ""
        if reconciling:
            state = self._at_work(stack, reconciling)
            return state, text_member(reconciling, "reason"), text_member(reconciling, "message")
        if "Ready" in conditions:
            return self._ready(stack), "", ""
        return State.UNSEEN, "", "has no true condition"

    def _at_work(self, stack: Object, reconciling: Object) -> State:
        match text_member(reconciling, "reason"):
            case _ if _waits(reconciling):
                return State.WAITING
            case "RetryingAfterFailure" | "PreviewFailed":
                return State.RETRYING
            case _:
                return State.STUCK if self._is_stuck(stack, reconciling) else State.RUNNING

    def _is_stuck(self, stack: Object, reconciling: Object) -> bool:
        name = text_member(stack, "status", "currentUpdate", "name")
        update = text_member(stack, "metadata", "namespace"), name
        if self.updates is not None and name and update not in self.updates:
            return True
        since = moment(text_member(reconciling, "lastTransitionTime"))
        return since is not None and (self.now - since).total_seconds() > self.stuck_seconds

    def _ready(self, stack: Object) -> State:
        if object_member(stack, "spec").get("preview") is True:
            return State.FROZEN
        if self.tonight and (trigger_of(stack) != self.tonight or missing_in(stack)):
            return State.BEHIND
        return State.SUCCEEDED

    def _newest_success(self, stack: Object, snapshots: Mapping[str, str]) -> datetime | None:
        """When an update last succeeded: from its record, otherwise from the newest snapshot."""
        metadata = object_member(stack, "metadata")
        last = object_member(stack, "status", "lastUpdate")
        found: list[datetime | None] = []
        succeeded = text_member(last, "state") == "succeeded" and last.get("type") != "preview"
        if succeeded and not missing_in(stack):
            found.append(moment(text_member(last, "lastResyncTime")))
        found += [
            moment(text_member(update, "status", "endTime"))
            for update in (self.updates or {}).values()
            if is_success_of(update, metadata)
        ]
        if not any(found):
            found += map(uploaded_at, snapshots.values())
        return max((item for item in found if item is not None), default=None)


def _waits(reconciling: Object | None) -> bool:
    """Whether a prerequisite holds the Stack back; the operator then records no generation."""
    reason = text_member(reconciling, "reason") if reconciling else ""
    return reason == "PrerequisiteNotSatisfied"


def trigger_of(stack: Object) -> str:
    value = object_member(stack, "spec", "config", *TRIGGER_PATH[:-1]).get(TRIGGER_PATH[-1])
    return str(value) if isinstance(value, str | int) else ""


def newest_trigger(stacks: Sequence[Object]) -> str:
    """The last trigger in alphabetical order, which is the newest one for dates."""
    return max(
        (trigger_of(stack) for stack in stacks if object_member(stack, "spec").get("preview") is not True), default=""
    )


def moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def is_seen(metadata: Object, status: Object) -> bool:
    if not status:
        return False
    asked = text_member(metadata, "annotations", RECONCILE)
    return status.get("observedGeneration") == metadata.get("generation") and (
        not asked or text_member(status, "observedReconcileRequest") == asked
    )


def is_success_of(update: Object, stack: Object) -> bool:
    metadata, spec = object_member(update, "metadata"), object_member(update, "spec")
    conditions = {
        text_member(item, "type"): item.get("status") for item in object_items(update, "status", "conditions")
    }
    return (
        metadata.get("namespace") == stack.get("namespace")
        and object_member(metadata, "labels").get("pulumi.com/stack-name") == stack.get("name")
        and spec.get("type") == "up"
        and conditions.get("Complete") == "True"
        and conditions.get("Failed") != "True"
    )


def snapshots_of(status: Object) -> tuple[dict[str, str], list[str]]:
    snapshots: dict[str, str] = {}
    unsuccessful: list[str] = []
    for item in object_items(status, "outputs", "backups"):
        name, url = (text_member(item, "hostedCluster"), text_member(item, "snapshotURL"))
        if url:
            snapshots[name] = url
        if text_member(item, "reason") not in ("", SUCCEEDED):
            unsuccessful.append(name)
    return snapshots, unsuccessful


def missing_in(stack: Object) -> list[str]:
    """Hosted clusters with a trigger whose backup is not in the outputs, in any state."""
    spec, status = object_member(stack, "spec"), object_member(stack, "status")
    branch = object_member(spec, "config", TRIGGER_PATH[0])
    if not trigger_of(stack) or "oadp" in branch:
        return []
    outputs = object_items(status, "outputs", "backups")
    told = {text_member(output, "hostedCluster") for output in outputs}
    asked = (text_member(entry, "hostedCluster") for entry in object_items(branch, "backups"))
    return [name for name in asked if name not in told]


def failed_hosted_clusters(message: str, spec: Object) -> Iterator[str]:
    """Hosted clusters of the backups in an error, by the namespace of their control plane."""
    backup = object_member(spec, "config", TRIGGER_PATH[0])
    by_namespace: dict[str, str] = {}
    for entry in object_items(backup, "backups"):
        name = text_member(entry, "hostedCluster")
        parts = name.split("/")
        own = text_member(entry, "hostedControlPlaneNamespace")
        if own or len(parts) == 2:
            by_namespace[own or hosted_control_plane_namespace(parts[0], parts[1])] = name
    for match in _BACKUP.finditer(message):
        yield by_namespace.get(match[1], match[1])


def uploaded_at(url: str) -> datetime | None:
    match = _UPLOADED.search(url)
    return datetime.fromtimestamp(int(match[1]), UTC) if match else None


def causes(status: StackStatus, now: datetime, longest_age: timedelta) -> Iterator[Notice]:
    yield from _of_state(status)
    if status.failed:
        names = ", ".join(status.failed)
        way_out = "run 'diagnose' in that cluster for the cause; the next trigger backs them up again"
        yield Notice("backup-failed", Severity.ERROR, f"no new snapshot of {names}", way_out)
    success = status.newest_success
    if status.state is State.FROZEN:
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
            why = "the operator has not processed its newest change: it is not running, or its watch has stopped"
            way_out = (
                "look at the operator's log; 'fleet check' finds a duration that it cannot read, "
                'such as "1 hour", which stops the watch for all Stacks'
            )
            yield Notice("stack-unseen", Severity.ERROR, why, way_out)
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
    if status.reason in ("UpdateFailed", "UpdateConflict"):
        return _by_message(status)
    if status.reason != "WorkspaceFailed":
        unknown = ("stack-stalled", f"is stalled: {status.reason}", "see its message")
        return _error(*_STALLED.get(status.reason, unknown))
    found = _by_message(status)
    if found.code == "stack-locked":
        return found
    return _error(
        "workspace-failed",
        "its pod could not install or set up the program",
        f"correct the problem in the message, then delete pod {status.name}-workspace-0: the Stack stays stalled "
        "until its spec changes or the pod is deleted",
    )


def _by_message(status: StackStatus) -> Notice:
    pod = f"{status.name}-workspace-0"
    unlock = f"kubectl exec -n {status.namespace} {pod} -c pulumi -- pulumi cancel --yes --stack {status.stack}"
    rebuild = "build the image from deploy/Containerfile, which keeps them in a volume"
    known = (
        (
            ("currently locked by", "stack is locked", "Another update is currently"),
            "stack-locked",
            "an interrupted update has left its lock",
            f"make sure that none runs, then: {unlock}; then set a new trigger",
        ),
        (
            ("missing configuration value", "or another system is required"),
            "settings-gone",
            "its container was restarted, and its settings were in the old one",
            f"delete pod {pod} in {status.namespace}, and {rebuild}",
        ),
        (
            (NOT_IN_THE_STATE,),
            "cloud-exists",
            "a resource exists in the cloud and is not in the state of the stack",
            "run the command that the update has printed, then run the update again",
        ),
        (
            ("already exists", "an interrupted update created it"),
            "backup-exists",
            "an interrupted update had already started this backup and did not record it",
            "set a new trigger; the snapshot of the old one is in the storage",
        ),
    )
    for marks, *notice in known:
        if any(mark in status.message for mark in marks):
            return _error(*notice)
    return _error(
        "update-failed",
        "its update failed four times" if status.state is State.STALLED else "its last update failed",
        "correct the problem in the message, then set a new trigger, or run it again with 'kubectl annotate stack "
        f"{status.name} -n {status.namespace} --overwrite {RECONCILE}=$(date +%s)'",
    )


def _error(code: str, why: str, way_out: str) -> Notice:
    return Notice(code, Severity.ERROR, why, way_out)


_COLOURS = {State.SUCCEEDED: "green", State.FROZEN: "cyan", State.RUNNING: "cyan"}
_LONGEST_MESSAGE = 200


@dataclass(frozen=True, slots=True)
class Line:
    status: StackStatus
    notices: tuple[Notice, ...]

    @property
    def needs_somebody(self) -> bool:
        return self.status.state in NEEDS_SOMEBODY or any(
            notice.code in ("backup-failed", "backup-missing", "success-old") for notice in self.notices
        )

    @property
    def colour(self) -> str:
        return "red" if self.needs_somebody else _COLOURS.get(self.status.state, "yellow")


@dataclass(frozen=True, slots=True)
class Report:
    """The Stacks of a fleet at one moment, the worst first.

    ``demanded`` means that the user passed tonight's trigger, so a Stack without it is late.
    """

    now: datetime
    tonight: str
    demanded: bool
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, stacks: Sequence[Object], judge: Judge, longest_age: timedelta, *, demanded: bool) -> "Report":
        order = list(State)
        statuses = sorted(
            (judge.status(stack) for stack in stacks),
            key=lambda item: (order.index(item.state), item.wave, item.namespace, item.name),
        )
        lines = tuple(Line(status, tuple(causes(status, judge.now, longest_age))) for status in statuses)
        return cls(judge.now, judge.tonight, demanded, lines)

    @property
    def needs_somebody(self) -> bool:
        return any(line.needs_somebody or self._is_late(line) for line in self.lines)

    @property
    def in_progress(self) -> bool:
        return any(line.status.state in (*IN_PROGRESS, State.UNSEEN) or self._is_late(line) for line in self.lines)

    @property
    def summary(self) -> str:
        counts = Counter(line.status.state for line in self.lines)
        parts = [f"{counts[state]} {state}" for state in State if counts[state]]
        failed = sum(len(line.status.failed) for line in self.lines)
        parts += [f"{quantity(failed, 'hosted cluster')} failed"] if failed else []
        return f"{quantity(len(self.lines), 'stack')}: {', '.join(parts) or 'none'}"

    @property
    def document(self) -> dict[str, object]:
        return {
            "time": self.now.isoformat(),
            "trigger": self.tonight,
            "needsSomebody": self.needs_somebody,
            "stacks": [_document(line, self.now) for line in self.lines],
        }

    def _is_late(self, line: Line) -> bool:
        return self.demanded and line.status.state is State.BEHIND


def text_lines(report: Report, style: Style, *, snapshots: bool) -> Iterator[str]:
    """A table, then what to do; optionally with the URLs of all snapshots."""
    if report.tonight:
        source = "given" if report.demanded else "the newest among the stacks"
        yield f"Tonight's trigger: {printable(report.tonight)} ({source})"
    table = [("STACK", "WAVE", "STATE", "REASON", "TRIGGER", "SUCCESS", "FAILED")]
    table += [_cells(line, report.now) for line in report.lines]
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for number, row in enumerate(table):
        text = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        colour = "bold" if number == 0 else report.lines[number - 1].colour
        yield style(text.rstrip(), colour)
    for line in report.lines:
        yield from _advice(line)
    if snapshots:
        yield from _snapshots(report)
    yield report.summary


def _snapshots(report: Report) -> Iterator[str]:
    for line in report.lines:
        for name, url in line.status.snapshots.items():
            outdated = " (of an earlier update)" if line.status.outdated else ""
            yield printable(f"{line.status.name} {name}: {url}{outdated}")


def markdown_lines(report: Report, *, snapshots: bool) -> Iterator[str]:
    """A table for a comment or a chat; optionally with the URLs of all snapshots."""
    yield f"**{report.summary}**"
    yield ""
    yield "| stack | wave | state | reason | trigger | newest success | failed | what to do |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for line in report.lines:
        advice = "; ".join(str(notice) for notice in line.notices)
        cells = [*_cells(line, report.now), printable(advice)]
        yield f"| {' | '.join(map(markdown_text, cells))} |"
    if snapshots:
        yield ""
        yield from (f"- {markdown_text(line)}" for line in _snapshots(report))


def _cells(line: Line, now: datetime) -> tuple[str, ...]:
    status = line.status
    cells = (
        f"{status.namespace}/{status.name}",
        status.wave or "-",
        status.state,
        status.reason or "-",
        status.trigger or "-",
        _age(status.newest_success, now),
        ", ".join(status.failed) or "-",
    )
    return tuple(map(printable, cells))


def _advice(line: Line) -> Iterator[str]:
    status = line.status
    shown = [notice for notice in line.notices if notice.severity is not Severity.INFO]
    if not shown:
        return
    yield f"{status.namespace}/{status.name}: {status.state}"
    for item in shown:
        yield f"  {item.severity} {item.code}: {printable(str(item))}"
    if status.message:
        text = printable(" ".join(status.message.split()))
        cut = text if len(text) <= _LONGEST_MESSAGE else f"{text[: _LONGEST_MESSAGE - 3]}..."
        yield f"  message: {cut}"
    if status.outdated:
        yield "  the snapshots are those of an earlier update"


def _age(moment: datetime | None, now: datetime) -> str:
    if moment is None:
        return "never"
    minutes = max(0, int((now - moment).total_seconds() // 60))
    hours, minutes = divmod(minutes, 60)
    return f"{hours // 24}d{hours % 24}h" if hours >= 48 else f"{hours}h{minutes}m"


def _document(line: Line, now: datetime) -> dict[str, object]:
    status = line.status
    success = status.newest_success
    return {
        "namespace": status.namespace,
        "name": status.name,
        "wave": status.wave,
        "state": status.state.value,
        "reason": status.reason,
        "message": status.message,
        "trigger": status.trigger,
        "newestSuccess": success.isoformat() if success else None,
        "ageSeconds": max(0, int((now - success).total_seconds())) if success else None,
        "failedHostedClusters": list(status.failed),
        "snapshotURLs": dict(status.snapshots),
        "snapshotsOutdated": status.outdated,
        "needsSomebody": line.needs_somebody,
        "notices": [asdict(notice) for notice in line.notices],
    }
