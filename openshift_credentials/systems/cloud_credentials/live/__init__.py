"""The Cloud Credential Operator in a live cluster and in Google Cloud."""

from typing import Final

from openshift_credentials.live.check import Operation, only_in_cloud
from openshift_credentials.systems.cloud_credentials.live.in_google import (
    google_checks,
    google_reads,
    google_role_reads,
)
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings

OPERATION: Final[Operation[CloudCredentialsSettings]] = only_in_cloud(
    google_reads, google_checks, google_role_reads
)
"""The cluster is read by verbs of its own: 'cco mode', 'cco secrets' and others."""
