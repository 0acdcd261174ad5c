"""Versions of the rules of operator builds.

Upstream is changing some of them, so every changing rule has a named version.
docs/contract-versions.md lists the builds of each version.
"""

from enum import StrEnum


class ContractVersion(StrEnum):
    """Name of a set of rules; ``CURRENT`` is the default."""

    AUGUST_2026 = "2026-08"
    NEXT = "next"
    CURRENT = AUGUST_2026

    @property
    def azure_client_secret_in_cloud(self) -> bool:
        """Whether a client secret in the dotenv of key ``cloud`` results in its own mode.

        The uploader then reads both dotenv and JSON from ``credentials``.
        """
        return self is ContractVersion.NEXT
