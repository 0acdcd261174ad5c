"""Meaning of a Stack's status for its backups.

Source: pulumi/pulumi-kubernetes-operator ``operator/api/pulumi/v1/stack_types.go`` (conditions and
their reasons) and ``operator/internal/controller/pulumi/stack_controller.go`` (release 2.9).
Outputs in a status are those of the last update that succeeded, however old that is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from openshift_credentials.base.json_values import object_items, object_member, text_member
from openshift_credentials.fleet.rules.objects.labels import WAVE
from openshift_credentials.fleet.rules.stack_fields import (
    Object,
    failed_hosted_clusters,
    has_drift,
    is_seen,
    is_sentinel,
    is_success_of,
    missing_in,
    moment,
    snapshots_of,
    trigger_of,
    uploaded_at,
)


class State(StrEnum):
    """State of a Stack, the worst first."""

    STALLED = "stalled"
    """It failed, and the operator does not retry."""

    STUCK = "stuck"
    """It has been running for too long and occupies a worker."""

    UNSEEN = "unseen"
    """The operator has not seen its newest change: it is down, or its watch has stopped."""

    DRIFT = "drift"
    """The sentinel found that something was changed or deleted outside the stack."""

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
NEEDS_SOMEBODY: Final = (State.STALLED, State.STUCK, State.UNSEEN, State.DRIFT)


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
    is_sentinel: bool
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
        """The status of one Stack."""
        metadata, spec = object_member(stack, "metadata"), object_member(stack, "spec")
        status = object_member(stack, "status")
        labels = object_member(metadata, "labels")
        last = object_member(status, "lastUpdate")
        looks = is_sentinel(labels, spec)
        state, reason, message = self._state(stack, looks=looks)
        failed = text_member(last, "state") == "failed"
        detail = text_member(last, "message") if failed else ""
        snapshots, unsuccessful = snapshots_of(status)
        failures = last.get("failures")
        return StackStatus(
            namespace=text_member(metadata, "namespace"),
            name=text_member(metadata, "name"),
            stack=text_member(spec, "stack"),
            wave=text_member(labels, WAVE),
            is_sentinel=looks,
            state=state,
            reason=reason,
            message="; ".join(dict.fromkeys(part for part in (message, detail) if part)),
            trigger=trigger_of(stack),
            newest_success=self._newest_success(stack, snapshots),
            failed=tuple(
                dict.fromkeys(
                    [*failed_hosted_clusters(detail, spec), *(() if failed else unsuccessful)]
                )
            ),
            missing=tuple(missing_in(stack)),
            snapshots=snapshots,
            outdated=failed and bool(snapshots),
            attempts=(failures if isinstance(failures, int) else 0) + 1 if failed else 0,
        )

    def _state(self, stack: Object, *, looks: bool) -> tuple[State, str, str]:
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
            state = State.DRIFT if looks and has_drift(status) else State.STALLED
            return state, text_member(stalled, "reason"), text_member(stalled, "message")
        if "deletionTimestamp" in metadata:
            return State.DELETING, "", ""
        if reconciling:
            state = self._at_work(stack, reconciling, looks=looks)
            return state, text_member(reconciling, "reason"), text_member(reconciling, "message")
        if "Ready" in conditions:
            return self._ready(stack, looks=looks), "", ""
        return State.UNSEEN, "", "has no true condition"

    def _at_work(self, stack: Object, reconciling: Object, *, looks: bool) -> State:
        match text_member(reconciling, "reason"):
            case _ if _waits(reconciling):
                return State.WAITING
            case "RetryingAfterFailure":
                return State.RETRYING
            case "PreviewFailed":
                drifted = looks and has_drift(object_member(stack, "status"))
                return State.DRIFT if drifted else State.RETRYING
            case _:
                return State.STUCK if self._is_stuck(stack, reconciling) else State.RUNNING

    def _is_stuck(self, stack: Object, reconciling: Object) -> bool:
        """Running for too long, or with a deleted Update."""
        current = object_member(stack, "status", "currentUpdate")
        namespace = text_member(stack, "metadata", "namespace")
        name = text_member(current, "name")
        if self.updates is not None and name and (namespace, name) not in self.updates:
            return True
        since = moment(text_member(reconciling, "lastTransitionTime"))
        return since is not None and (self.now - since).total_seconds() > self.stuck_seconds

    def _ready(self, stack: Object, *, looks: bool) -> State:
        if looks:
            return State.SUCCEEDED
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
