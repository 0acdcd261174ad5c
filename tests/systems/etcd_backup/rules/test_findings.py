"""Findings about the content of a credential Secret, each with an example."""

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.notices import Severity
from openshift_credentials.platforms.azure.managed_identity.document import document_problems
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.findings import CATALOGUE, findings
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion
from tests.kit.managed_identity import ManagedIdentityCredentials
from tests.systems.etcd_backup.rules import strategies
from tests.systems.etcd_backup.rules.samples import IDS, cloud, codes, managed_identity
from tests.systems.etcd_backup.rules.strategies import A_GUID
from tests.systems.etcd_backup.rules.test_credentials import SECRETS, STORAGE_TYPES
from tests.systems.etcd_backup.rules.test_payloads import BUILT

ARN = "arn:aws:iam::123456789012:role/path/etcd-backup"
KEYS = "aws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = " + "s" * 40 + "\n"
TEMPORARY = KEYS.replace("AKIA", "ASIA") + "aws_session_token = t\n"


def s3(value: str | bytes) -> list[str]:
    return codes("S3", {"credentials": value})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (ARN, []),
        (f"\n {ARN}\n", []),
        (ARN.replace("aws:", "aws-cn:"), ["sts-no-restore"]),
        (ARN.replace("aws:", "aws-us-gov:"), ["sts-no-restore"]),
        (f"{ARN}\n{ARN}", ["sts-not-a-role"]),
        (f"{ARN}\r{ARN}", ["unusual-encoding", "sts-not-a-role"]),
        (f"{ARN}\r\n", ["unusual-encoding"]),
        ("arn:aws:iam::123456789012:user/x", ["sts-not-a-role"]),
        ("arn:aws:s3:::bucket", ["sts-not-a-role"]),
        ("arn:aws:sts::123456789012:assumed-role/x/y", ["sts-not-a-role"]),
        ("arn:aws:iam::123456789012:role/", ["sts-not-a-role"]),
        ("arn:aws:iam::12345678901:role/x", ["sts-not-a-role"]),
        ("arn:aws:iam::123456789012:role/x y", ["sts-not-a-role"]),
        (f"{ARN} # comment", ["sts-not-a-role"]),
        ("arn:", ["sts-not-a-role"]),
        ("arn:aws:iam:us-east-1:123456789012:role/x", ["sts-not-a-role"]),
        (f"{ARN}\u200b", ["invisible-character", "sts-not-a-role"]),
        (ARN.encode() + b"\xff", ["unusual-encoding", "sts-not-a-role"]),
    ],
)
def test_an_sts_value_should_be_one_role_arn(value: str | bytes, expected: list[str]) -> None:
    assert s3(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (f"[default]\n{TEMPORARY}", []),
        (f"[default]\n{KEYS}", ["long-lived-key"]),
        (f"[default]\r\n{TEMPORARY}", ["unusual-encoding"]),
        (f"[default]\n{KEYS.replace('AKIA', 'ASIA')}", ["static-incomplete-key"]),
        (f"[default]\nrole_arn = {ARN}\nweb_identity_token_file = /var/run/token\n", ["static-assumes-role"]),
        (f"[default]\n{KEYS}role_arn = {ARN}\n", ["static-assumes-role", "long-lived-key"]),
        (f"[Default]\n{TEMPORARY}", ["static-no-default-profile"]),
        (f"[profile default]\n{TEMPORARY}", ["static-no-default-profile"]),
        (f"[backup]\n{TEMPORARY}", ["static-no-default-profile"]),
        (KEYS, ["static-no-default-profile"]),
        (f"export AWS_ACCESS_KEY_ID={'A' * 20}\n", ["static-no-default-profile"]),
        (f"{KEYS}[default]\n", ["static-no-default-profile", "static-incomplete-key"]),
        ("[default]\n", ["static-incomplete-key"]),
        ("[default]\nregion = us-east-1\n", ["static-incomplete-key"]),
        ("[default]\naws_account_id = 1\n", ["static-incomplete-key"]),
        (f"[default]\n{KEYS.splitlines()[0]}\n", ["static-incomplete-key"]),
        (f"[default]\n{KEYS.replace('= s', '= #s')}", ["static-incomplete-key"]),
        (f"[default]\n{KEYS.replace('aws_secret_access_key', 'aws_secret_key')}", ["static-incomplete-key"]),
        (f"[default]\n{KEYS.replace('access', 'acess')}", ["static-incomplete-key"]),
        (f"[default]\n{KEYS.replace('_', '-')}", ["static-incomplete-key"]),
        (f"'{ARN}'", ["static-hidden-arn"]),
        (ARN.replace("arn:", "ARN:"), ["static-hidden-arn"]),
        (f"\ufeff{ARN}", ["invisible-character", "static-hidden-arn"]),
        (f"AWS_ROLE_ARN={ARN}", ["static-hidden-arn"]),
        (f'role_arn = "{ARN}"\n', ["static-hidden-arn"]),
        (f"AWS_ROLE_ARN={ARN}=", ["static-hidden-arn"]),
        (f'"role_arn": "{ARN}=x"', ["static-hidden-arn"]),
        (f"export AWS_ROLE_ARN='{ARN}'", ["static-hidden-arn"]),
        (f"x={ARN}", ["static-not-a-file"]),
        ("ARN:aws:nothing", ["static-not-a-file"]),
        (f"role_arn = {ARN}\nx = y", ["static-no-default-profile"]),
        ("web_identity_token_file = /var/run/token", ["static-no-default-profile"]),
        ("[default]\nsecret-key = x\n", ["static-incomplete-key"]),
        ("[default]\n-token- = x\n", ["static-incomplete-key"]),
        ("[default]\n-secret_key- = x\n", ["static-incomplete-key"]),
        ("[default]\naws_access_portal_url = x\n", ["static-incomplete-key"]),
        ("[default]\naws_session_name = x\n", ["static-incomplete-key"]),
        ("hello", ["static-not-a-file"]),
        ('{"a": 1}', ["static-not-a-file"]),
        (IDS, ["static-not-a-file"]),
        ("", ["s3-no-credentials"]),
        (" \u3000\n", ["s3-no-credentials"]),
        (base64.b64encode(ARN.encode()), ["double-base64"]),
        (base64.b64encode(f"[default]\n{KEYS}".encode()) + b"\n", ["double-base64"]),
        (base64.b64encode(ARN.encode()).rstrip(b"="), ["double-base64"]),
        (base64.encodebytes(f"[default]\n{KEYS}".encode()), ["double-base64"]),
        (base64.b64encode(ARN.encode() + b"x").rstrip(b"="), ["double-base64"]),
        (base64.b64encode(ARN.encode() + b"xy").rstrip(b"="), ["double-base64"]),
        ("YXJ\nuOmFiYw==", ["double-base64"]),
        ("YXJuOmFiYw", ["double-base64"]),
        ("A" * 9, ["static-not-a-file"]),
        (b"\x80", ["unusual-encoding", "static-not-a-file"]),
        (base64.b64encode(b"nothing to see here"), ["static-not-a-file"]),
    ],
)
def test_a_static_file_should_give_the_sdk_its_keys(value: str | bytes, expected: list[str]) -> None:
    assert s3(value) == expected


@pytest.mark.parametrize(
    "name",
    [
        *("access_key", "accessKey", "access_key_id", "accessKeyId", "aws_access_key", "aws_key"),
        *("secret_key", "secretKey", "secret_access_key", "secretAccessKey", "aws_secret"),
        *("aws_secret_key", "session_token", "sessionToken", "aws_token"),
    ],
)
def test_names_of_other_tools_are_taken_for_keys_of_the_sdk(name: str) -> None:
    expected = ["static-incomplete-key"]
    assert s3(f"[default]\n{name} = x\n") == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({}, ["s3-no-credentials"]),
        ({"cloud": ARN}, ["s3-no-credentials"]),
        ({"Credentials": ARN}, ["key-name", "s3-no-credentials"]),
        ({" credentials.": ARN}, ["key-name", "s3-no-credentials"]),
        ({"Credentials": ARN, "credentials": ARN}, []),
        ({"Cloud": ARN, "credentials": ARN}, []),
    ],
)
def test_s3_needs_key_credentials(data: dict[str, str], expected: list[str]) -> None:
    assert codes("S3", data) == expected


def test_an_unknown_storage_type_is_the_only_finding() -> None:
    assert codes("GCS", {"credentials": ""}) == ["unknown-storage-type"]


@given(BUILT)
def test_what_the_builders_make_has_no_error(built: tuple[payloads.CredentialMode, Mapping[str, str]]) -> None:
    mode, payload = built
    errors = [
        finding.code
        for finding in findings(mode.storage_type, payloads.encode(payload))
        if finding.severity is Severity.ERROR
    ]
    assert set(errors) <= {"azure-sovereign-cloud", "static-incomplete-key"}


@given(STORAGE_TYPES, SECRETS, st.sampled_from(ContractVersion))
def test_findings_are_total_and_in_the_order_of_the_catalogue(
    storage_type: str, data: Mapping[str, bytes], version: ContractVersion
) -> None:
    found = findings(storage_type, data, version=version)
    assert list(found) == [finding for finding in CATALOGUE.values() if finding in found]
    assert all(found.count(finding) == 1 for finding in found)


def test_codes_are_unique_and_texts_are_sentences() -> None:
    assert len({finding.code for finding in CATALOGUE.values()}) == len(CATALOGUE)
    for finding in CATALOGUE.values():
        assert finding.why.endswith("."), finding
        assert finding.way_out.endswith("."), finding
        assert finding.code == finding.code.lower()
        assert " " not in finding.code


def test_every_finding_has_an_example_here() -> None:
    source = Path(__file__).read_text()
    assert not [finding.code for finding in CATALOGUE.values() if f'"{finding.code}"' not in source]


# What is found in a credential Secret for Azure.

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


# Which files of a managed identity the credential Secret takes.


def _encoded(*blocks: str) -> str:
    text = "".join(f"-----BEGIN {block}-----\nTUlJ\n-----END {block}-----\n" for block in blocks)
    return base64.b64encode(text.encode()).decode()


def problems_of(document: str | ManagedIdentityCredentials) -> list[str]:
    text = document if isinstance(document, str) else document.to_json().decode()
    return list(map(str, document_problems(text.encode(errors="surrogatepass"))))


ENDPOINT = "member authentication_endpoint must be an https URL"
NOT_BASE64 = "member client_secret must be base64 of a certificate and its private key"
NOT_RFC3339 = "member not_before must be an RFC 3339 time with a time zone"
ONE_KEY = "member client_secret must contain exactly one unencrypted RSA private key; it contains "


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"authentication_endpoint": "http://login.example.com"}, ENDPOINT),
        ({"authentication_endpoint": "https://login.example.com /"}, ENDPOINT),
        ({"authentication_endpoint": "https://"}, ENDPOINT),
        ({"client_id": "x"}, "member client_id must be a GUID"),
        ({"tenant_id": "x"}, "member tenant_id must be a GUID"),
        ({"client_secret": "*"}, NOT_BASE64),
        ({"client_secret": "\u00e4"}, NOT_BASE64),
        ({"client_secret": "TUlJ"}, "member client_secret must contain PEM, or PKCS#12 without a password"),
        ({"client_secret": _encoded("PRIVATE KEY")}, "member client_secret must contain a certificate"),
        ({"client_secret": _encoded("CERTIFICATE")}, ONE_KEY + "0"),
        ({"client_secret": _encoded("CERTIFICATE", "EC PRIVATE KEY")}, ONE_KEY + "0"),
        ({"client_secret": _encoded("CERTIFICATE", "ENCRYPTED PRIVATE KEY")}, ONE_KEY + "0"),
        ({"client_secret": _encoded("CERTIFICATE", "PRIVATE KEY", "RSA PRIVATE KEY")}, ONE_KEY + "2"),
        ({"not_before": "2026-08-01"}, NOT_RFC3339),
        ({"not_before": "2026-08-01T00:00:00"}, NOT_RFC3339),
        ({"not_before": "2026-13-01T00:00:00Z"}, NOT_RFC3339),
        ({"not_after": "2026-07-31T23:59:59Z"}, "member not_after must not be before not_before"),
        (
            {"renew_after": "2026-10-02T00:00:00Z", "cannot_renew_after": "2026-10-01T00:00:00Z"},
            "member cannot_renew_after must not be before renew_after",
        ),
    ],
)
def test_a_managed_identity_file_that_cannot_log_in_is_refused(changes: dict[str, str], problem: str) -> None:
    assert problems_of(replace(managed_identity(), **changes)) == [problem]


@pytest.mark.parametrize(
    "changes",
    [
        {"client_secret": _encoded("CERTIFICATE", "CERTIFICATE", "RSA PRIVATE KEY")},
        {"client_secret": _encoded("EC PRIVATE KEY", "CERTIFICATE", "PRIVATE KEY")},
        {"client_secret": base64.encodebytes(strategies.PEM).decode().replace("\n", "\r\n")},
        {"not_after": "2026-08-01T00:00:00Z"},
        {"authentication_endpoint": "https://login.example.com:8443/a/b"},
    ],
)
def test_a_managed_identity_file_that_the_library_reads_is_accepted(changes: dict[str, str]) -> None:
    assert problems_of(replace(managed_identity(), **changes)) == []


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ("", "must be JSON in UTF-8"),
        ("\udcff", "must be JSON in UTF-8"),
        ("\ufeff{}", "must be JSON in UTF-8"),
        ("[" * 100_000, "must be a JSON object"),
        ('{"a": NaN}', "must be JSON in UTF-8"),
        ("[]", "must be a JSON object"),
    ],
)
def test_a_managed_identity_file_that_is_not_a_json_object_is_refused(document: str, problem: str) -> None:
    assert problems_of(document) == [f"document {problem}"]


@pytest.mark.parametrize("member", ["clientSecret", "CLIENT_SECRET", "client\u017fecret"])
def test_a_managed_identity_file_in_camel_case_is_refused(member: str) -> None:
    written = managed_identity().to_json().decode()
    document = written.replace("client_secret", json.dumps(member)[1:-1])
    assert problems_of(document) == [
        "member client_secret must be written in exactly this snake case",
        "member client_secret is required, as a string",
    ]


def test_members_that_the_loader_does_not_know_are_left_alone() -> None:
    document = json.dumps({**json.loads(managed_identity().to_json()), "x": 1, "not_after": None})
    assert problems_of(document) == []
