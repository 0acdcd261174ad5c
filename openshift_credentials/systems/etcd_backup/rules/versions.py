"""Versions of the rules of operator builds.

Upstream is changing some of them, so every changing rule has a named version.
docs/contract-versions.md lists the builds of each version.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class ContractVersion(StrEnum):
    """Name of a set of rules; ``CURRENT`` is the default."""

    AUGUST_2026 = "2026-08"
    NEXT = "next"
    CURRENT = AUGUST_2026

    @property
    def behaviour(self) -> "Behaviour":
        """What operators of this version do where versions differ."""
        return _BEHAVIOUR[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingSecret:
    """Status of a backup while its credential Secret is not in the operator's namespace.

    ``waiting_reason`` is the reason of condition ``BackupCompleted`` for about ``waiting_seconds``;
    after that, or immediately without waiting, ``final_reason``.
    """

    waiting_reason: str | None = None
    waiting_seconds: int = 0
    final_reason: str = "BackupFailed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """Differences between contract versions.

    ``azure_client_secret_in_cloud``: a client secret in the dotenv of key ``cloud`` results in mode
    ``azure-client-secret``, and the uploader reads both dotenv and JSON from ``credentials``.
    """

    azure_client_secret_in_cloud: bool
    missing_secret: MissingSecret


_BEHAVIOUR: Final = {
    ContractVersion.AUGUST_2026: Behaviour(
        azure_client_secret_in_cloud=False,
        missing_secret=MissingSecret(),
    ),
    ContractVersion.NEXT: Behaviour(
        azure_client_secret_in_cloud=True,
        missing_secret=MissingSecret(
            waiting_reason="BackupWaitingForCredentials", waiting_seconds=120
        ),
    ),
}
