"""Arguments of verb ``issuer`` that several tests use."""

from tests.systems.token_issuer.test_tokens import ISSUER

PROVIDER = "arn:aws:iam::123456789012:oidc-provider/mycluster-oidc.s3.us-west-2.amazonaws.com"
IDENTITIES = (
    *("issuer", "identities", "--cloud", "aws", "--name", "mycluster", "--region", "us-west-2"),
    *("--provider-arn", PROVIDER, "--issuer-url", ISSUER),
)
