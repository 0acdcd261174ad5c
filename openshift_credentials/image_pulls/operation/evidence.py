"""Evidence of failed pulls: the kubelet's events on pods."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from openshift_credentials.image_pulls.operation.places import FAILED_PULLS
from openshift_credentials.image_pulls.settings import ImagePullsSettings
from openshift_credentials.operation.cause import Evidence
from openshift_credentials.operation.observed import Observed

_ON_A_PULL: Final = re.compile(r"pull|credential provider|manifest unknown", re.IGNORECASE)
_SAYS_NOTHING: Final = re.compile(r"Error: (?:ErrImagePull|ImagePullBackOff)")


def evidence(_: ImagePullsSettings, observed: Observed) -> Iterator[Evidence]:
    """One text per event about a failed pull, by pod."""
    for event in observed.all(FAILED_PULLS):
        message = str(event.get("message") or "")
        involved: Mapping[str, Any] = event.get("involvedObject") or {}
        pod = f"{involved.get('namespace', '')}/{involved.get('name', '')}"
        if _ON_A_PULL.search(message) and not _SAYS_NOTHING.fullmatch(message):
            yield Evidence(f"event of pod {pod}", message, pod)
