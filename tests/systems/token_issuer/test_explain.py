"""What is said of an issuer before anything exists: who it is, and what to do between updates."""

import json
from typing import Any

import pytest

from openshift_credentials.stack.load import load_settings
from openshift_credentials.systems.token_issuer.explain import explain, remarks
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings
from tests.systems.token_issuer.stacks import AWS, SIGNER, issuer

PUBLIC = {"name": "a", "publicKey": SIGNER}
TWO = [{"name": "new"}, {"name": "old"}, {"name": "older"}]
AZURE = {
    "location": "westeurope",
    "subscriptionId": "11111111-2222-3333-4444-555555555555",
    "tenantId": "66666666-7777-8888-9999-000000000000",
}
GCP = {"project": "my-project", "projectNumber": "123456789012"}
IN_S3 = "https://mycluster-oidc.s3.us-west-2.amazonaws.com"
IN_BLOB = "https://mycluster.blob.core.windows.net/mycluster"
IN_STORAGE = "https://storage.googleapis.com/mycluster-oidc"
LATER = "a CloudFront distribution that this stack creates"
DOMAIN = {"distributionDomain": "d111111abcdef8.cloudfront.net"}

# settings, the issuer, codes of what is remarked
ROWS: list[tuple[dict[str, Any], str, list[str]]] = [
    (issuer(), IN_S3, ["public-key-only"]),
    (issuer(keys=TWO[:1]), IN_S3, []),
    (issuer(keys=TWO), IN_S3, ["rotation-publish"]),
    (issuer(keys=TWO, signingKey="old"), IN_S3, ["rotation-sign"]),
    (issuer(keys=[*TWO, PUBLIC], signingKey="a"), IN_S3, ["rotation-sign", "public-key-only"]),
    (issuer(aws={**AWS, "private": True}), LATER, ["public-key-only", "issuer-known-later"]),
    (issuer(aws={**AWS, **DOMAIN, "private": True}), f"https://{DOMAIN['distributionDomain']}", ["public-key-only"]),
    (issuer(tags={"Name": "other", "team": "x"}), IN_S3, ["public-key-only", "tag-replaced"]),
    (issuer(existing="keep"), IN_S3, ["public-key-only"]),
    (issuer(existing="repair"), IN_S3, ["public-key-only"]),
    ({"name": "mycluster", "azure": AZURE, "keys": TWO}, IN_BLOB, ["rotation-publish", "documents-replaced"]),
    ({"name": "mycluster", "gcp": GCP, "keys": TWO, "protect": False}, IN_STORAGE, ["rotation-publish"]),
    (
        {"name": "mycluster", "gcp": {**GCP, "keyStorage": "pool-jwk-file"}, "keys": TWO},
        IN_STORAGE,
        ["rotation-publish"],
    ),
]


@pytest.mark.parametrize(("branch", "url", "codes"), ROWS, ids=range(len(ROWS)))
def test_an_issuer_is_named_and_remarked(branch: dict[str, Any], url: str, codes: list[str]) -> None:
    (part,) = load_settings({"openshift-credentials:tokenIssuer": json.dumps(branch)}, ())
    assert isinstance(part.settings, TokenIssuerSettings)
    explanation = explain(part.settings)
    assert explanation.identity == f"token issuer {url}"
    assert [remark.code for remark in remarks(part.settings)] == codes
    assert [*explanation.remarks[1:]] == [*map(str, remarks(part.settings))]
