"""Who trusts the issuer, and what the person who makes it has to be allowed."""

from openshift_credentials.stack.explanation import Explanation, Permission
from openshift_credentials.token_issuer.deployer import deployer_actions
from openshift_credentials.token_issuer.remarks import remarks
from openshift_credentials.token_issuer.settings import TokenIssuerSettings


def explain(settings: TokenIssuerSettings) -> Explanation:
    """Explain the issuer: it is no identity, but everybody who can change it can be any."""
    url = settings.issuer_url or "a CloudFront distribution that this stack makes"
    return Explanation(
        f"token issuer {url}",
        ways=(),
        permissions=tuple(
            Permission(actions, "*", why) for why, actions in deployer_actions(settings)
        ),
        remarks=(
            "the permissions are those of whoever runs 'pulumi up', not of the issuer",
            "whoever may write its documents can become every identity that trusts it",
            *remarks(settings),
        ),
    )
