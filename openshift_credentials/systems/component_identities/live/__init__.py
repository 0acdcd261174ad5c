"""Component identities in a live cluster and in Google Cloud."""

from typing import Final

from openshift_credentials.live.check import Operation, only_in_cloud
from openshift_credentials.systems.component_identities.live.in_google import (
    google_checks,
    google_reads,
)
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings

OPERATION: Final[Operation[ComponentIdentitiesSettings]] = only_in_cloud(
    google_reads, google_checks
)
"""The cluster is read by verbs of its own: 'issuer check'."""
