"""What stops a stack with identities on Azure before anything exists, and what is remarked."""

from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.systems.component_identities.explain import remarks
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


def told(folder: Path, one: dict[str, Any]) -> list[tuple[str, str]]:
    settings = settings_of(branches(folder, one))
    return [(each.code, str(each).replace(str(folder), "")) for each in remarks(settings)]


def test_an_identity_that_nobody_uses_is_remarked(tmp_path: Path) -> None:
    assert told(tmp_path / "used", azure_request("sa")) == []
    unused = "0000.yaml, document 1: no service account, so nobody could use the identity"
    assert told(tmp_path / "unused", azure_request()) == [("azure-note", f"componentIdentities.azure: {unused}")]


def test_a_folder_of_which_no_request_is_processed_is_remarked(tmp_path: Path) -> None:
    one = azure_request("sa")
    one["metadata"]["annotations"] = {"release.openshift.io/feature-set": "TechPreviewNoUpgrade"}
    why = "contains no request to process, so no identity is created"
    assert told(tmp_path, one) == [("no-identity", f"componentIdentities.requests: /r: {why}")]


def test_a_tag_that_finds_the_identities_keeps_its_value(tmp_path: Path) -> None:
    owner = "openshift.io_cloud-credential-operator_mycluster"
    reader = azure_request("sa", roleBindings=[{"role": "Reader"}])
    for value, codes in (("mine", ["tag-replaced"]), ("owned", [])):
        given = branches(tmp_path / value, reader, tags={owner: value, "team": "x"})
        assert [each.code for each in remarks(settings_of(given))] == codes
