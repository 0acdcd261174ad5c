"""Issuers of ServiceAccount tokens: :class:`TokenIssuer`."""

import pulumi

from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings

from ..base.facade import check_model
from . import facade

__all__ = ["TokenIssuer", "TokenIssuerSettings"]


class TokenIssuer(facade.TokenIssuer):
    """The issuer of a cluster's ServiceAccount tokens."""

    def __init__(self, name: str, args: TokenIssuerSettings, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, check_model("tokenIssuer", args), opts)
