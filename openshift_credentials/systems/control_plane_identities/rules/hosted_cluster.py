"""HostedClusters on Azure: the verdict of the API server, and advice beyond it.

Sources: the API rules of :mod:`.hosted_cluster_rules`, compared with a real API server.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes.admission.admission import admit, admit_update
from openshift_credentials.platforms.kubernetes.admission.structural import StatusCause

from .hosted_cluster_advice import ADVICE, advice, change_advice
from .hosted_cluster_rules import HOSTED_CLUSTERS


@dataclass(frozen=True, slots=True)
class HostedClusterVerdict:
    """``errors`` are the API server's; ``warnings`` are what it accepts although it is wrong."""

    name: str
    errors: tuple[StatusCause, ...]
    warnings: tuple[Notice, ...]

    @property
    def accepted(self) -> bool:
        """Whether the API server accepts the object."""
        return not self.errors


def judge_hosted_cluster(
    manifest: Mapping[str, object], replaces: Mapping[str, object] | None = None
) -> HostedClusterVerdict:
    """The verdict on an object that is created or that replaces another one of the same name."""
    admission = (
        admit(HOSTED_CLUSTERS, manifest)
        if replaces is None
        else admit_update(HOSTED_CLUSTERS, replaces, manifest)
    )
    warnings = [*advice(object_member(admission.body, "spec"))]
    if replaces is not None:
        warnings += change_advice(replaces, manifest)
    warnings += [ADVICE["PRUNED"].fill(field=field) for field in admission.pruned]
    if admission.rules_skipped:
        warnings.append(ADVICE["RULES_NOT_CHECKED"])
    name = text_member(manifest, "metadata", "name")
    return HostedClusterVerdict(name, admission.errors, tuple(warnings))
