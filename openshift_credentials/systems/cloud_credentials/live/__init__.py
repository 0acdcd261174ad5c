"""The Cloud Credential Operator in Google Cloud; the cluster is read by verbs of its own."""

from typing import Final

from openshift_credentials.live.check import Operation

from ..plan.written import written_secrets
from ..settings.branch import CloudCredentialsSettings
from .in_google import google_checks, google_reads

OPERATION: Final[Operation[CloudCredentialsSettings]] = Operation(
    cloud_reads=google_reads, cloud=google_checks, only_cloud=True, written_secrets=written_secrets
)
