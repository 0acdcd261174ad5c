"""The credential file of a managed identity, written as HyperShift expects it."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagedIdentityCredentials:
    """Required members, and the three times that the Key Vault formatter also requires.

    ``client_secret`` is base64 of certificate and private key: PEM, or PKCS#12 without a
    password. Times are RFC 3339 with a time zone.
    """

    authentication_endpoint: str
    client_id: str
    tenant_id: str
    client_secret: str
    not_before: str
    renew_after: str | None = None
    cannot_renew_after: str | None = None
    not_after: str | None = None

    def to_json(self) -> bytes:
        """The file, without the members that are ``None``."""
        members = {name: value for name, value in asdict(self).items() if value is not None}
        return json.dumps(members, indent=2).encode()
