"""Image pulls in a live cluster: what to read, checks, and the meaning of messages. All pure."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.live.check import Check, Operation, Purpose, unread
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.image_pulls.live.diagnosis import CAUSES, evidence
from openshift_credentials.systems.image_pulls.live.places import reads, seen_of
from openshift_credentials.systems.image_pulls.live.preflight import preflight
from openshift_credentials.systems.image_pulls.live.trial import trial_checks, trials
from openshift_credentials.systems.image_pulls.live.verification import verify
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings

__all__ = ["CAUSES", "OPERATION", "preflight", "reads", "verify"]


def _preflight(settings: ImagePullsSettings, observed: Observed) -> Iterator[Check]:
    yield from unread(reads(settings, Purpose.PREFLIGHT), observed)
    yield from preflight(settings, *seen_of(settings, observed))


def _verify(settings: ImagePullsSettings, observed: Observed) -> Iterator[Check]:
    yield from unread(reads(settings, Purpose.VERIFY), observed)
    yield from verify(settings, *seen_of(settings, observed))
    yield from trial_checks(settings, observed)


OPERATION: Final[Operation[ImagePullsSettings]] = Operation(
    reads=reads,
    preflight=_preflight,
    verify=_verify,
    evidence=evidence,
    causes=CAUSES,
    follow_up=trials,
)
