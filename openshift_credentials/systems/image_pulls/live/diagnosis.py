"""What the messages of a failed pull mean: events of pods, and the journal of the kubelet.

``causes.yaml`` names the sources, kubernetes/kubernetes first.
"""

import re
from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.json_values import object_member
from openshift_credentials.live.cause import Cause, Evidence, read_causes
from openshift_credentials.live.observed import Observed

from ..settings import ImagePullsSettings
from .places import FAILED_PULLS

CAUSES: Final = read_causes(Cause, __package__ or "", "causes.yaml")
"""Every known cause, specific ones first."""


_ON_A_PULL: Final = re.compile(r"pull|credential provider|manifest unknown", re.IGNORECASE)
_SAYS_NOTHING: Final = re.compile(r"Error: (?:ErrImagePull|ImagePullBackOff)")


def evidence(_: ImagePullsSettings, observed: Observed) -> Iterator[Evidence]:
    """One text per event about a failed pull, by pod."""
    for event in observed.all(FAILED_PULLS):
        message = str(event.get("message") or "")
        involved = object_member(event, "involvedObject")
        pod = f"{involved.get('namespace', '')}/{involved.get('name', '')}"
        if _ON_A_PULL.search(message) and not _SAYS_NOTHING.fullmatch(message):
            yield Evidence(f"event of pod {pod}", message, pod)
