"""What the identity of the backups can do and who can use it, from the deployed policies."""

from typing import assert_never

from openshift_credentials.stack.explanation import Explanation

from ..remarks import remarks
from ..settings import AzureBlobUpload, EtcdBackupSettings, S3Upload
from .aws import explain_aws
from .azure import explain_azure

__all__ = ["explain", "remarks"]


def explain(settings: EtcdBackupSettings) -> Explanation:
    """The explanation of the stack's cloud."""
    match upload := settings.upload:
        case S3Upload():
            return explain_aws(settings, upload)
        case AzureBlobUpload():
            return explain_azure(settings, upload)
        case _:
            assert_never(upload)
