"""Issuers of ServiceAccount tokens: :class:`TokenIssuer`."""

from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings

from .facade import TokenIssuer

__all__ = ["TokenIssuer", "TokenIssuerSettings"]
