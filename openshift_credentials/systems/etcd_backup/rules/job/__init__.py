"""Prediction of the Job that the operator creates for a backup and its Secret.

``predict_job`` is the complete prediction; ``upload`` contains the parts that depend on the
credential mode, ``webhook`` the additions of Azure's webhook to the pods.
"""

from openshift_credentials.systems.etcd_backup.rules.job.prediction import (
    Images,
    JobPrediction,
    predict_job,
)
from openshift_credentials.systems.etcd_backup.rules.job.upload import (
    UploadContainer,
    upload_container,
)
from openshift_credentials.systems.etcd_backup.rules.job.webhook import WebhookAdditions

__all__ = [
    "Images",
    "JobPrediction",
    "UploadContainer",
    "WebhookAdditions",
    "predict_job",
    "upload_container",
]
