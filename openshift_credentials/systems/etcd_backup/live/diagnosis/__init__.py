"""Why a backup failed: causes by the messages of operator, Job, pod and clouds.

Messages are those of openshift/hypershift, Kubernetes, AWS and Azure; each file beside this module
names its sources.
"""

from typing import Final

from openshift_credentials.live.cause import Cause, Diagnosis, Evidence, diagnose, read_causes

ADMISSION_CAUSES: Final = read_causes(Cause, __name__, "admission.yaml")
AZURE_CAUSES: Final = read_causes(Cause, __name__, "azure.yaml")
AWS_CAUSES: Final = read_causes(Cause, __name__, "aws.yaml")
OBJECT_CAUSES: Final = read_causes(Cause, __name__, "objects.yaml")
CLUSTER_CAUSES: Final = read_causes(Cause, __name__, "cluster.yaml")
CAUSES: Final[tuple[Cause, ...]] = (*ADMISSION_CAUSES, *AZURE_CAUSES, *AWS_CAUSES, *OBJECT_CAUSES, *CLUSTER_CAUSES)
"""Every cause that is known; words of one plugin or one cloud come before those of many."""

__all__ = ["CAUSES", "Cause", "Diagnosis", "Evidence", "diagnose"]
