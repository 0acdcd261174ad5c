"""Component identities in a live cluster and in Google Cloud."""

from typing import Final

from openshift_credentials.live.check import Operation

from ..plan.written import written_secrets
from ..settings import ComponentIdentitiesSettings
from .in_google import google_checks, google_reads

OPERATION: Final[Operation[ComponentIdentitiesSettings]] = Operation(
    cloud_reads=google_reads, cloud=google_checks, only_cloud=True, written_secrets=written_secrets
)
"""The cluster is read by verbs of its own: 'issuer check'."""
