"""Why a backup failed: causes by the messages of operator, Job, pod and clouds. All pure."""

from typing import Final

from openshift_credentials.live.cause import Cause, Diagnosis, Evidence, diagnose
from openshift_credentials.systems.etcd_backup.live.diagnosis.admission import ADMISSION_CAUSES
from openshift_credentials.systems.etcd_backup.live.diagnosis.aws import AWS_CAUSES
from openshift_credentials.systems.etcd_backup.live.diagnosis.azure import AZURE_CAUSES
from openshift_credentials.systems.etcd_backup.live.diagnosis.cluster import CLUSTER_CAUSES
from openshift_credentials.systems.etcd_backup.live.diagnosis.objects import OBJECT_CAUSES

CAUSES: Final[tuple[Cause, ...]] = (
    *ADMISSION_CAUSES,
    *AZURE_CAUSES,
    *AWS_CAUSES,
    *OBJECT_CAUSES,
    *CLUSTER_CAUSES,
)
"""Every cause that is known; words of one plugin or one cloud come before those of many."""

__all__ = ["CAUSES", "Cause", "Diagnosis", "Evidence", "diagnose"]
