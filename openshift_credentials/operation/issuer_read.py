"""An issuer that is asked for what it publishes, from outside the cluster."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IssuerRead:
    """Name under which the answer is observed, and the issuer, to the letter."""

    name: str
    url: str
