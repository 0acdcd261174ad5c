"""The Job that the operator makes of a backup and its Secret, before either exists.

``predict_job`` is the whole; ``upload`` says what the credential mode changes in it, ``webhook``
what Azure's webhook adds to its pods.
"""

from openshift_credentials.etcd_backup.rules.job.prediction import (
    Images,
    JobPrediction,
    predict_job,
)
from openshift_credentials.etcd_backup.rules.job.upload import UploadContainer, upload_container
from openshift_credentials.etcd_backup.rules.job.webhook import WebhookAdditions

__all__ = [
    "Images",
    "JobPrediction",
    "UploadContainer",
    "WebhookAdditions",
    "predict_job",
    "upload_container",
]
