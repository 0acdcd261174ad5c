"""What stops a stack with identities on Azure before anything exists, and what is remarked."""

from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from tests.systems.component_identities.google_cloud import settings_of
from tests.systems.token_issuer.stacks import SIGNER, azure_request, write_requests

PLACE = {
    "location": "westeurope",
    "subscriptionId": "11111111-2222-3333-4444-555555555555",
    "tenantId": "66666666-7777-8888-9999-000000000000",
}
ISSUER = {"name": "mycluster", "azure": PLACE, "keys": [{"name": "a", "publicKey": SIGNER}]}
REQUESTS = "openshift-credentials:componentIdentities"


def branches(folder: Path, *requests: dict[str, Any], **changes: object) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    own = {"requests": write_requests(folder / "r", *requests), **changes}
    return {"tokenIssuer": ISSUER, "componentIdentities": own}


READER = azure_request("sa", roleBindings=[{"role": "Reader"}, {"role": "Own Role"}])
UNKNOWN_ROLE = (
    "does not contain role 'Own Role', which 0000.yaml, document 1 requests; set its GUID; "
    "'az role definition list --name ROLE' shows it"
)
OTHER_CLOUD = "cannot be used, because location westeurope is not in AzureChinaCloud; set the cloud of the location"
GUID = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({}, [f"{REQUESTS}.azure.roleIds: {UNKNOWN_ROLE}"]),
        ({"azure": {"roleIds": {"Own Role": GUID}}}, []),
        (
            {"azure": {"cloud": "AzureChinaCloud", "roleIds": {"Own Role": GUID}}},
            [f'{REQUESTS}.azure.cloud = "AzureChinaCloud": {OTHER_CLOUD}'],
        ),
    ],
)
def test_roles_and_cloud_are_those_of_the_place(tmp_path: Path, changes: dict[str, Any], problems: list[str]) -> None:
    found: list[str] = []
    try:
        settings_of(branches(tmp_path, READER, **changes))
    except UnusableInputError as error:
        found = [str(problem) for problem in error.problems]
    assert found == problems
