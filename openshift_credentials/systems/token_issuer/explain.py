"""Explanation of an issuer and of who controls it."""

from openshift_credentials.stack.explanation import Explanation

from .remarks import remarks
from .settings import KeyStorage, TokenIssuerSettings


def explain(settings: TokenIssuerSettings) -> Explanation:
    """Explain the issuer: it is not an identity, but who can change it can use any identity."""
    in_provider = settings.gcp and settings.gcp.key_storage is KeyStorage.POOL_JWK_FILE
    keys = "change the provider of its pool" if in_provider else "write its documents"
    url = settings.issuer_url or "a CloudFront distribution that this stack creates"
    return Explanation(
        f"token issuer {url}",
        ways=(),
        permissions=(),
        remarks=(f"anybody who can {keys} can use every identity that trusts it", *map(str, remarks(settings))),
    )
