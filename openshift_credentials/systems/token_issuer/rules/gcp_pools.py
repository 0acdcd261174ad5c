"""The workload identity pool of an issuer, and the provider in it.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/gcp`` at commit b187feee66f4.
"""

from collections.abc import Mapping
from typing import Final

CREATED_BY: Final = "Created By OpenShift ccoctl"
"""Description of everything that ccoctl creates."""

AUDIENCE: Final = "openshift"
"""The only audience of tokens that the provider accepts."""

ATTRIBUTE_MAPPING: Final[Mapping[str, str]] = {"google.subject": "assertion.sub"}


def pool_name(project: str, pool: str) -> str:
    """Resource name of a pool, also its import ID."""
    return f"projects/{project}/locations/global/workloadIdentityPools/{pool}"


def provider_name(project: str, pool: str, provider: str) -> str:
    """Resource name of a provider in a pool, also its import ID."""
    return f"{pool_name(project, pool)}/providers/{provider}"
