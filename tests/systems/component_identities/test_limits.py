"""How long and how large settings of identities may be: the last value that fits, and the next."""

from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from tests.systems.component_identities.google_cloud import branches, google_request, settings_of
from tests.systems.token_issuer.stacks import SIGNER, aws_request, issuer, write_requests

GUID = "11111111-2222-3333-4444-555555555555"
PLACE = {"location": "westeurope", "subscriptionId": GUID, "tenantId": GUID}
ON_AZURE = {"name": "mycluster", "azure": PLACE, "keys": [{"name": "a", "publicKey": SIGNER}]}

# cloud, path, the last value that fits, the first that does not
LIMITS: list[tuple[str, str, object, object]] = [
    ("aws", "name", "a" * 58, "a" * 59),
    ("aws", "aws__audiences", ["a" * 255], ["a" * 256]),
    ("aws", "aws__audiences", "openshift", []),
    ("azure", "azure__identityResourceGroup", "a" * 90, "a" * 91),
    ("gcp", "name", "a" * 32, "a" * 33),
]


def tree_of(cloud: str, folder: Path) -> dict[str, Any]:
    if cloud == "gcp":
        return branches(folder, google_request("roles/a"))
    request = aws_request("openshift-one", "creds", "sa")
    if cloud == "azure":
        request["spec"]["providerSpec"] = {"kind": "AzureProviderSpec"}
    requests = {"requests": write_requests(folder, request)}
    return {"tokenIssuer": issuer() if cloud == "aws" else ON_AZURE, "componentIdentities": requests}


@pytest.mark.parametrize(("cloud", "path", "fits", "exceeds"), LIMITS, ids=range(len(LIMITS)))
def test_a_setting_may_be_as_long_as_its_rule_says_and_no_longer(
    tmp_path: Path, cloud: str, path: str, fits: object, exceeds: object
) -> None:
    group, _, name = path.rpartition("__")

    def tree(value: object) -> dict[str, Any]:
        change = {group: {name: value}} if group else {name: value}
        found = tree_of(cloud, tmp_path)
        return {**found, "componentIdentities": {**found["componentIdentities"], **change}}

    settings_of(tree(fits))
    with pytest.raises(UnusableInputError) as raised:
        settings_of(tree(exceeds))
    found = [str(problem) for problem in raised.value.problems]
    assert all("componentIdentities" in each for each in found)
