"""The workload identity pool of an issuer, and the provider in it.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/gcp`` at commit b187feee66f4.
"""

import re
from collections.abc import Mapping
from typing import Final

from openshift_credentials.base.errors import ContractError

CREATED_BY: Final = "Created By OpenShift ccoctl"
"""Description of everything that ccoctl creates."""

AUDIENCE: Final = "openshift"
"""The only audience of tokens that the provider accepts."""

_NUMBER: Final = re.compile(r"projects/([0-9]+)/")

ATTRIBUTE_MAPPING: Final[Mapping[str, str]] = {"google.subject": "assertion.sub"}


def pool_name(project: str, pool: str) -> str:
    """Resource name of a pool, also its import ID."""
    return f"projects/{project}/locations/global/workloadIdentityPools/{pool}"


def provider_name(project: str, pool: str, provider: str) -> str:
    """Resource name of a provider in a pool, also its import ID."""
    return f"{pool_name(project, pool)}/providers/{provider}"


def assert_in_project(project: str, number: str, name: str | None) -> None:
    """Raise :class:`ContractError` if the name of a pool has another number than the settings.

    Google answers with the number, whatever a request has. The subjects of identities and the
    audience of their Secrets are made of it, so a wrong one lets nobody in. ``None``: not known.
    """
    found = _NUMBER.match(name or "")
    if found and found[1] != number:
        raise ContractError(
            f"project {project} has the number {found[1]}, but tokenIssuer.gcp.projectNumber is "
            f"{number}: identities would trust a pool of another project; set "
            f'tokenIssuer.gcp.projectNumber to "{found[1]}"'
        )
