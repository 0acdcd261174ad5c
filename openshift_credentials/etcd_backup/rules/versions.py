"""Which rules an operator build follows.

Upstream is about to change some of them, so every rule that moves stands behind a named
version. docs/contract-versions.md says which builds have which.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class ContractVersion(StrEnum):
    """Name of a set of rules; ``CURRENT`` is what is assumed when nobody says otherwise."""

    AUGUST_2026 = "2026-08"
    NEXT = "next"
    CURRENT = AUGUST_2026

    @property
    def behaviour(self) -> "Behaviour":
        """What operators of this version do where versions differ."""
        return _BEHAVIOUR[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingSecret:
    """What a backup is told while its credential Secret is not in the operator's namespace.

    ``waiting_reason`` is the reason of condition ``BackupCompleted`` for about
    ``waiting_seconds``; then, and at once where there is no waiting, ``final_reason``.
    """

    waiting_reason: str | None = None
    waiting_seconds: int = 0
    final_reason: str = "BackupFailed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """Where contract versions differ.

    ``azure_client_secret_in_cloud``: a client secret in the dotenv of key ``cloud`` makes mode
    ``azure-client-secret``, and the uploader reads dotenv as well as JSON from ``credentials``.
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
