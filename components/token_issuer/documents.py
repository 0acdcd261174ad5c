"""Documents of an issuer, for any cloud."""

from typing import cast

import pulumi

from openshift_credentials.systems.token_issuer.plan import documents
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings

from ..base.engine import items_of


def document_texts(
    settings: TokenIssuerSettings, url: pulumi.Input[str], public_keys: pulumi.Output[list[str]]
) -> list[pulumi.Output[str]]:
    """The discovery document and the key set."""

    def texts(known: list[object]) -> list[str]:
        issuer_url, keys = cast("tuple[str, list[str]]", known)
        return [document.text for document in documents(settings, issuer_url, keys)]

    return items_of(pulumi.Output.all(url, public_keys).apply(texts), 2)
