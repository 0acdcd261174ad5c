"""What is found in a credential Secret for Azure."""

import base64
import json

import pytest

from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion
from tests.systems.etcd_backup.rules import strategies
from tests.systems.etcd_backup.rules.findings_samples import IDS, cloud, codes
from tests.systems.etcd_backup.rules.strategies import A_GUID

NEXT = ContractVersion.NEXT
WORKLOAD = f"{IDS}AZURE_CLIENT_ID={A_GUID}\n"
LONG_LIVED = ["long-lived-key"]
IDENTITY = {
    "authentication_endpoint": "https://login.microsoftonline.com/",
    "client_id": A_GUID,
    "tenant_id": A_GUID,
    "client_secret": base64.b64encode(strategies.PEM).decode(),
    "not_before": "2026-08-01T00:00:00Z",
}


def file(value: str | bytes) -> list[str]:
    return codes("AzureBlob", {"credentials": value})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (WORKLOAD, []),
        (WORKLOAD.replace("\n", "\r\n"), ["unusual-encoding"]),
        (IDS, ["azure-no-client-id"]),
        ("", ["azure-no-client-id"]),
        ("AZURE_CLIENT_ID=\n", ["azure-no-client-id"]),
        (f"AZURE_CLIENT_ID=\n{WORKLOAD}", ["azure-no-client-id"]),
        (f"{WORKLOAD}{WORKLOAD}", []),
        (f"export AZURE_CLIENT_ID={A_GUID}", ["azure-no-client-id"]),
        (f"azure_client_id={A_GUID}", ["azure-no-client-id"]),
        (f"AZURE_CLIENT_ID = {A_GUID}", ["azure-no-client-id"]),
        (f"AZURE_CLIENT_ID: {A_GUID}", ["azure-no-client-id"]),
        (f"\ufeffAZURE_CLIENT_ID={A_GUID}", ["invisible-character", "azure-no-client-id"]),
        (f"# AZURE_CLIENT_ID={A_GUID}", ["azure-no-client-id"]),
        (f"export AZURE_CLIENT_ID={A_GUID}\n{WORKLOAD}", []),
        (f"AZURE_CLIENT_ID='{A_GUID}'", ["azure-client-id-not-guid"]),
        (f'AZURE_CLIENT_ID="{A_GUID}"', ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID=`{A_GUID}`", ["azure-client-id-not-guid"]),
        (f"set AZURE_CLIENT_ID={A_GUID}", ["azure-no-client-id"]),
        (f"AZURE-CLIENT-ID={A_GUID}", ["azure-no-client-id"]),
        (f"AZURECLIENTID={A_GUID}", ["azure-no-client-id"]),
        (f'"AZURE_CLIENT_ID": {A_GUID}', ["azure-no-client-id"]),
        (f"AZURE_CLIENT_ID={A_GUID} # the identity", ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID};the identity", ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID},the identity", ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID}#the identity", ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID}\rAZURE_TENANT_ID=x", ["unusual-encoding", "azure-client-id-not-guid"]),
        ("AZURE_CLIENT_ID=#comment", ["azure-client-id-not-guid"]),
        ("AZURE_CLIENT_ID=my-identity", ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID}{A_GUID}", ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID}\nAZURE_TENANT_ID=x", ["azure-unusable-for-velero"]),
        (f"AZURE_CLIENT_ID={A_GUID}\nAZURE_SUBSCRIPTION_ID=x", ["azure-unusable-for-velero"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=AzurePublicCloud", []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME='AzurePublicCloud'", []),
        (f'{WORKLOAD}AZURE_CLOUD_NAME="AzurePublicCloud"', []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=`AzurePublicCloud`", []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=XAzurePublicCloudX", ["azure-unusable-for-velero"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=azurepubliccloud", []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=", []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=AzureUSGovernmentCloud", ["azure-sovereign-cloud"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=AzureChinaCloud", ["azure-sovereign-cloud"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=AzureBleuCloud", ["azure-sovereign-cloud"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=Azure", ["azure-unusable-for-velero"]),
        (f"{WORKLOAD}AZURE_CLIENT_SECRET=s", ["azure-ignored-client-secret"]),
        (f"{WORKLOAD}AZURE_CLIENT_SECRET=", []),
        (base64.b64encode(WORKLOAD.encode()), ["double-base64", "azure-no-client-id"]),
    ],
)
def test_key_cloud_should_hold_the_dotenv_of_an_identity(value: str | bytes, expected: list[str]) -> None:
    assert cloud(value) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"clientSecret": "s", "clientId": A_GUID, "tenantId": A_GUID}, LONG_LIVED),
        ({"CLIENTSECRET": "s", "clientid": A_GUID, "TenantId": A_GUID}, LONG_LIVED),
        ({"clientSecret": "s", "clientId": A_GUID}, "incomplete"),
        ({"clientSecret": "s", "tenantId": A_GUID}, "incomplete"),
        ({"clientSecret": "s", "clientId": "x", "tenantId": A_GUID}, "incomplete"),
        ({"clientSecret": "s", "clientId": A_GUID, "tenantId": 1}, "incomplete"),
        ({"clientSecret": "s", "clientId": A_GUID, "tenantId": A_GUID, "subscriptionId": 1}, "incomplete"),
        (
            {"clientSecret": "s", "clientId": A_GUID, "authenticationEndpoint": "https://x"},
            ["azure-camel-case-identity"],
        ),
        ({"clientSecret": ""}, ["azure-unusable-file"]),
        ({"clientSecret": None}, ["azure-unusable-file"]),
        ({"clientSecret": 1}, ["azure-unusable-file"]),
        ({"client_secret": "s"}, ["azure-unusable-file"]),
        ({"client-secret": "s"}, ["azure-unusable-file"]),
        ({}, ["azure-unusable-file"]),
        (IDENTITY, []),
        ({**IDENTITY, "not_before": None}, ["azure-unusable-file"]),
        ({**IDENTITY, "client_id": "x"}, ["azure-unusable-file"]),
        ([], ["azure-unusable-file"]),
        ("text", ["azure-unusable-file"]),
    ],
)
def test_key_credentials_should_hold_a_file_that_can_log_in(document: object, expected: list[str] | str) -> None:
    if expected == "incomplete":
        expected = ["azure-incomplete-client-secret", *LONG_LIVED]
    assert file(json.dumps(document)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", ["azure-unusable-file"]),
        ("{", ["azure-unusable-file"]),
        ("null", ["azure-unusable-file"]),
        ("export AZURE_TENANT_ID=x", ["azure-dotenv-under-credentials"]),
        ("# AZURE_TENANT_ID=x", ["azure-unusable-file"]),
        ("a\nAZURE_TENANT_ID=x\nb", ["azure-dotenv-under-credentials"]),
        ('{"client_secret": "s",}', ["azure-unusable-file"]),
        ("[" * 100_000, ["azure-unusable-file"]),
        ('{"a":' * 5000 + "1" + "}" * 5000, ["azure-unusable-file"]),
        (b'{"client_secret": "\xff"}', ["unusual-encoding", "azure-unusable-file"]),
        (WORKLOAD, ["azure-dotenv-under-credentials"]),
        (f"export {WORKLOAD}", ["azure-dotenv-under-credentials"]),
        ("\ufeff{}", ["invisible-character", "azure-unusable-file"]),
        (base64.b64encode(b'{"clientSecret": "s"}'), ["double-base64", "azure-unusable-file"]),
    ],
)
def test_key_credentials_should_hold_json(value: str | bytes, expected: list[str]) -> None:
    assert file(value) == expected


SECRET = json.dumps({"clientSecret": "s", "clientId": A_GUID, "tenantId": A_GUID})
SECRET_DOTENV = f"{WORKLOAD}AZURE_CLIENT_SECRET=s\n"


@pytest.mark.parametrize(
    ("data", "version", "expected"),
    [
        ({}, NEXT, ["azure-no-key"]),
        ({"Cloud": WORKLOAD}, NEXT, ["key-name", "azure-no-key"]),
        ({"CREDENTIALS": SECRET}, NEXT, ["key-name", "azure-no-key"]),
        ({"cloud": WORKLOAD, "credentials": WORKLOAD}, NEXT, []),
        ({"cloud": WORKLOAD, "credentials": SECRET}, NEXT, ["azure-ignored-client-secret"]),
        ({"cloud": IDS, "credentials": json.dumps(IDENTITY)}, NEXT, []),
        ({"cloud": json.dumps(IDENTITY), "credentials": json.dumps(IDENTITY)}, NEXT, []),
        ({"cloud": IDS, "credentials": IDS}, NEXT, ["azure-no-client-id"]),
        ({"cloud": SECRET, "credentials": SECRET}, ContractVersion.CURRENT, ["azure-no-client-id"]),
        (
            {"cloud": "", "credentials": SECRET},
            ContractVersion.CURRENT,
            ["azure-no-client-id", "azure-ignored-client-secret"],
        ),
        ({"cloud": SECRET_DOTENV, "credentials": SECRET_DOTENV}, NEXT, LONG_LIVED),
        ({"cloud": SECRET_DOTENV, "credentials": SECRET}, NEXT, LONG_LIVED),
        ({"cloud": SECRET_DOTENV}, NEXT, ["azure-incomplete-client-secret", *LONG_LIVED]),
        ({"cloud": SECRET_DOTENV, "credentials": WORKLOAD}, NEXT, ["azure-incomplete-client-secret", *LONG_LIVED]),
        (
            {"cloud": f"AZURE_CLIENT_ID={A_GUID}\nAZURE_CLIENT_SECRET=s", "credentials": SECRET},
            NEXT,
            ["azure-incomplete-client-secret", *LONG_LIVED],
        ),
    ],
)
def test_both_azure_keys_are_seen_together(data: dict[str, str], version: ContractVersion, expected: list[str]) -> None:
    assert codes("AzureBlob", data, version) == expected
