"""The Cloud Credential Operator in a live cluster and in Google Cloud."""

from typing import Final

from openshift_credentials.live.check import Operation
from openshift_credentials.systems.cloud_credentials.live.in_google import (
    google_checks,
    google_reads,
    google_role_reads,
)
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings

OPERATION: Final[Operation[CloudCredentialsSettings]] = Operation(
    cloud_reads=google_reads,
    more_cloud_reads=google_role_reads,
    cloud=google_checks,
    only_cloud=True,
)
"""The cluster is read by verbs of its own: 'cco mode', 'cco secrets' and others."""
