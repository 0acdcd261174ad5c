"""Component identities in a live cluster and in Google Cloud."""

from typing import Final

from openshift_credentials.live.check import Operation
from openshift_credentials.systems.component_identities.live.in_google import (
    google_checks,
    google_reads,
)
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings

OPERATION: Final[Operation[ComponentIdentitiesSettings]] = Operation(
    cloud_reads=google_reads, cloud=google_checks, only_cloud=True
)
"""The cluster is read by verbs of its own: 'issuer check'."""
