"""Names of resources on Google Cloud, which are also their import IDs."""

from collections.abc import Iterable
from typing import Final

from ..go.text import encode

ROLE_PERMISSIONS: Final = 3000
ROLE_BYTES: Final = 64 * 1024
"""Bytes of title, description and the names of all permissions."""


def role_size(texts: Iterable[str]) -> int:
    """Bytes that count for the limit."""
    return sum(len(encode(text)) for text in texts)


def service_account_email(account_id: str, project: str) -> str:
    """E-mail address of a service account; a project ``DOMAIN:NAME`` becomes ``NAME.DOMAIN``.

    Source for projects of a domain: Google Cloud documentation, "Service account overview".
    """
    domain, _, name = project.rpartition(":")
    place = f"{name}.{domain}" if domain else name
    return f"{account_id}@{place}.iam.gserviceaccount.com"


def service_account_name(project: str, email: str) -> str:
    """Resource name of a service account."""
    return f"projects/{project}/serviceAccounts/{email}"


def custom_role_name(project: str, role_id: str) -> str:
    """Resource name of a custom role of a project."""
    return f"projects/{project}/roles/{role_id}"
