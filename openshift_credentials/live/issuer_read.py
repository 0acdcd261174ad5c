"""A request for the published documents of an issuer, from outside the cluster."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IssuerRead:
    """Name of the answer among observations, and the issuer, verbatim."""

    name: str
    url: str
