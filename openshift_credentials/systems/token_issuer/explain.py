"""Explanation of an issuer and of who controls it."""

from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.systems.token_issuer.remarks import remarks
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings


def explain(settings: TokenIssuerSettings) -> Explanation:
    """Explain the issuer: it is not an identity, but who can change it can use any identity."""
    url = settings.issuer_url or "a CloudFront distribution that this stack creates"
    return Explanation(
        f"token issuer {url}",
        ways=(),
        permissions=(),
        remarks=(
            "anybody who can write its documents can use every identity that trusts it",
            *map(str, remarks(settings)),
        ),
    )
