"""Image pulls in a live cluster: what to read, checks, and the meaning of messages. All pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.live.check import Check, Operation, Purpose, unread
from openshift_credentials.live.observed import Observed

from ..settings import ImagePullsSettings
from .diagnosis import CAUSES, evidence
from .places import reads, seen_of
from .preflight import preflight
from .trial import trial_checks, trials
from .verification import verify

__all__ = ["CAUSES", "OPERATION", "preflight", "reads", "verify"]


_RESTS_ON: Final[Mapping[str, Sequence[str]]] = {
    "pull-account-missing": ("ServiceAccount",),
    "pull-annotations": ("ServiceAccount",),
    "pull-audience": ("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"),
    "pull-node-file": ("MachineConfig", "ConfigMap"),
    "pull-node-pool": ("NodePool",),
    "pull-node-pool-config": ("NodePool",),
    "pull-node-pool-missing": ("NodePool",),
}
"""Reads on which a check rests, by its code; other checks are told of what was read."""


def _checks_with_answers(checks: Iterator[Check], observed: Observed) -> Iterator[Check]:
    """The checks without those that rest on a read without an answer."""
    return (check for check in checks if observed.were_read(*_RESTS_ON.get(check.code, ())))


def _preflight(settings: ImagePullsSettings, observed: Observed) -> Iterator[Check]:
    yield from unread(reads(settings, Purpose.PREFLIGHT), observed)
    yield from _checks_with_answers(preflight(settings, *seen_of(settings, observed)), observed)


def _verify(settings: ImagePullsSettings, observed: Observed) -> Iterator[Check]:
    yield from unread(reads(settings, Purpose.VERIFY), observed)
    yield from _checks_with_answers(verify(settings, *seen_of(settings, observed)), observed)
    yield from trial_checks(settings, observed)


OPERATION: Final[Operation[ImagePullsSettings]] = Operation(
    reads=reads,
    preflight=_preflight,
    verify=_verify,
    evidence=evidence,
    causes=CAUSES,
    follow_up=trials,
    written_secrets=lambda _: (),
)
