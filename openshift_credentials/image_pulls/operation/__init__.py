"""Image pulls in a live cluster: what is read and checked, and what messages mean. All pure."""

from typing import Final

from openshift_credentials.image_pulls.operation.diagnosis import CAUSES
from openshift_credentials.image_pulls.operation.places import reads, seen_of
from openshift_credentials.image_pulls.operation.preflight import preflight
from openshift_credentials.image_pulls.operation.verification import (
    access_reviews,
    judge_review,
    verify,
)
from openshift_credentials.image_pulls.settings import ImagePullsSettings
from openshift_credentials.operation.check import Operation, unread

__all__ = ["CAUSES", "OPERATION", "access_reviews", "judge_review", "preflight", "reads", "verify"]

OPERATION: Final[Operation[ImagePullsSettings]] = Operation(
    reads=reads,
    preflight=lambda settings, observed: (
        check
        for checks in (
            unread(reads(settings), observed),
            preflight(settings, *seen_of(settings, observed)),
        )
        for check in checks
    ),
    verify=lambda settings, observed: (
        check
        for checks in (
            unread(reads(settings), observed),
            verify(settings, *seen_of(settings, observed)),
        )
        for check in checks
    ),
)
