"""Identities of components: :class:`ComponentIdentities`."""

import pulumi

from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings

from ..base.facade import check_model
from ..token_issuer.facade import TokenIssuer
from . import facade

__all__ = ["ComponentIdentities", "ComponentIdentitiesSettings"]


class ComponentIdentities(facade.ComponentIdentities):
    """One identity per CredentialsRequest of a folder, which trusts the token issuer."""

    def __init__(
        self,
        name: str,
        args: ComponentIdentitiesSettings,
        opts: pulumi.ResourceOptions | None = None,
        *,
        token_issuer: TokenIssuer | None = None,
    ) -> None:
        settings = check_model("componentIdentities", args)
        super().__init__(name, settings, opts, token_issuer=token_issuer)
