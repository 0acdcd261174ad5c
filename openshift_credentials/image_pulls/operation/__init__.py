"""Image pulls in a live cluster: what it must have, and what its messages mean. All pure."""

from openshift_credentials.image_pulls.operation.diagnosis import CAUSES, Cause, Diagnosis, diagnose
from openshift_credentials.image_pulls.operation.verification import (
    Finding,
    access_reviews,
    judge_review,
    verify,
)

__all__ = [
    "CAUSES",
    "Cause",
    "Diagnosis",
    "Finding",
    "access_reviews",
    "diagnose",
    "judge_review",
    "verify",
]
