"""The answer to one question about a live system, the same for every verb and system."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from openshift_credentials.operation.observed import Observed, Obstacle, Read
from openshift_credentials.stack.base import Settings

S = TypeVar("S", bound=Settings)


class State(StrEnum):
    """How a check ended; the order is that of a report."""

    FAILED = "failed"
    WARNING = "warning"
    UNKNOWN = "unknown"
    PASSED = "passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check: a stable code, what was looked at, what was seen, and the way out."""

    code: str
    state: State
    subject: str
    detail: str
    way_out: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[S]):
    """How a system is looked at in a live cluster: before an update, and after it."""

    reads: Callable[[S], Sequence[Read]]
    preflight: Callable[[S, Observed], Iterator[Check]]
    verify: Callable[[S, Observed], Iterator[Check]]


def passed(code: str, subject: str, detail: str) -> Check:
    """A check whose answer is yes."""
    return Check(code=code, state=State.PASSED, subject=subject, detail=detail)


def failed(code: str, subject: str, detail: str, way_out: str) -> Check:
    """A check whose answer is no: the update or the backup would fail."""
    return Check(code=code, state=State.FAILED, subject=subject, detail=detail, way_out=way_out)


def warned(code: str, subject: str, detail: str, way_out: str) -> Check:
    """A check that found something that may go wrong."""
    return Check(code=code, state=State.WARNING, subject=subject, detail=detail, way_out=way_out)


def unread(reads: Iterable[Read], observed: Observed) -> Iterator[Check]:
    """A check per read that RBAC or the network refused; what is merely absent is judged."""
    for read in reads:
        match observed.obstacle(read.name):
            case Obstacle.FORBIDDEN:
                yield Check(
                    code="not-permitted",
                    state=State.UNKNOWN,
                    subject=read.path,
                    detail=f"the caller may not {read.permission}",
                    way_out="bind the ClusterRole in deploy/operate-clusterrole.yaml to the caller",
                )
            case Obstacle.UNREACHABLE:
                yield Check(
                    code="not-reached",
                    state=State.UNKNOWN,
                    subject=read.path,
                    detail="the API server did not answer in time",
                    way_out="check the context and the network, or allow more time with --timeout",
                )
            case Obstacle.UNAUTHENTICATED:
                yield Check(
                    code="not-signed-in",
                    state=State.UNKNOWN,
                    subject=read.path,
                    detail="the API server does not accept the token or certificate of the context",
                    way_out="sign in again, for example with 'oc login'",
                )
            case Obstacle.ABSENT | None:
                pass
