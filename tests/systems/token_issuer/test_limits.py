"""How long and how large settings of an issuer may be: the last value that fits, and the next."""

import json
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.stack.load import load_settings
from tests.kit.trees import changed
from tests.systems.token_issuer.stacks import SIGNER, issuer

PRIVATE = {"private": True, "region": "us-west-2", "accountId": "123456789012"}
AZURE = {
    "location": "westeurope",
    "subscriptionId": "11111111-2222-3333-4444-555555555555",
    "tenantId": "66666666-7777-8888-9999-000000000000",
}
ON_AWS: dict[str, Any] = {"tokenIssuer": issuer(aws=PRIVATE)}
ON_AZURE: dict[str, Any] = {"tokenIssuer": {"name": "mycluster", "azure": AZURE}}
ON_GOOGLE: dict[str, Any] = {
    "tokenIssuer": {"name": "mycluster", "gcp": {"project": "my-project", "projectNumber": "123456789012"}}
}
KEYS = [{"name": f"a{number}"} for number in range(6)]
LABELS = ".".join(["a" * 60] * 5)


def problems(tree: dict[str, Any]) -> list[str]:
    config = {f"openshift-credentials:{key}": json.dumps(value) for key, value in tree.items()}
    try:
        load_settings(config, ())
    except UnusableInputError as error:
        return [str(problem) for problem in error.problems]
    return []


# settings, path, the last value that fits, the first that does not
LIMITS: list[tuple[dict[str, Any], str, object, object]] = [
    (ON_AWS, "name", "a" * 58, "a" * 59),
    (ON_AWS, "name", "a", ""),
    (ON_AWS, "keys__0__name", "a" * 40, "a" * 41),
    (ON_AWS, "keys__0__publicKey", SIGNER.ljust(65_536), SIGNER.ljust(65_537)),
    (ON_AWS, "keys", KEYS[:5], KEYS),
    (ON_AWS, "keys", KEYS[:1], []),
    (ON_AWS, "settleSeconds", 900, 901),
    (ON_AWS, "settleSeconds", 0, -1),
    (ON_AWS, "aws__distributionDomain", f"{LABELS[:249]}.net", f"{LABELS[:250]}.net"),
    (ON_AWS, "aws__originAccessIdentity", "E1", "e1"),
    (ON_AZURE, "azure__storageAccount", "a" * 24, "a" * 25),
    (ON_AZURE, "azure__storageAccount", "abc", "ab"),
    (ON_AZURE, "azure__container", "a" * 63, "a" * 64),
    (ON_AZURE, "azure__container", "abc", "ab"),
    (ON_AZURE, "azure__resourceGroup", "a" * 90, "a" * 91),
    (ON_GOOGLE, "gcp__pool", "a" * 32, "a" * 33),
    (ON_GOOGLE, "gcp__pool", "abcd", "abc"),
    (ON_GOOGLE, "gcp__provider", "a" * 32, "a" * 33),
    (ON_GOOGLE, "name", "a" * 32, "a" * 33),
]


@pytest.mark.parametrize(("tree", "path", "fits", "exceeds"), LIMITS, ids=range(len(LIMITS)))
def test_a_setting_may_be_as_long_as_its_rule_says_and_no_longer(
    tree: dict[str, Any], path: str, fits: object, exceeds: object
) -> None:
    assert problems(changed(tree, **{f"tokenIssuer__{path}": fits})) == []
    found = problems(changed(tree, **{f"tokenIssuer__{path}": exceeds}))
    assert found
    assert all("tokenIssuer." in each for each in found)
