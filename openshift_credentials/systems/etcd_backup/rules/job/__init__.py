"""Prediction of the Job that the operator creates for a backup and its Secret.

``predict_job`` is the complete prediction; ``upload`` contains the parts that depend on the
credential mode, ``webhook`` the additions of Azure's webhook to the pods.
"""

from .prediction import Images, JobPrediction, predict_job
from .upload import UploadContainer, upload_container
from .webhook import WebhookAdditions

__all__ = ["Images", "JobPrediction", "UploadContainer", "WebhookAdditions", "predict_job", "upload_container"]
