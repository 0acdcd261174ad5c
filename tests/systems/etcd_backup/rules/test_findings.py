import base64
import json
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openshift_credentials.base.notices import Severity
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.findings import CATALOGUE, findings
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion
from tests.systems.etcd_backup.rules import strategies
from tests.systems.etcd_backup.rules.strategies import A_GUID
from tests.systems.etcd_backup.rules.test_credentials import SECRETS, STORAGE_TYPES
from tests.systems.etcd_backup.rules.test_payloads import BUILT

NEXT = ContractVersion.NEXT
ARN = "arn:aws:iam::123456789012:role/path/etcd-backup"
KEYS = "aws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = " + "s" * 40 + "\n"
TEMPORARY = KEYS.replace("AKIA", "ASIA") + "aws_session_token = t\n"
IDS = f"AZURE_TENANT_ID={A_GUID}\nAZURE_SUBSCRIPTION_ID={A_GUID}\n"
WORKLOAD = f"{IDS}AZURE_CLIENT_ID={A_GUID}\n"
LONG_LIVED = ["azure-long-lived-secret"]
IDENTITY = {
    "authentication_endpoint": "https://login.microsoftonline.com/",
    "client_id": A_GUID,
    "tenant_id": A_GUID,
    "client_secret": base64.b64encode(strategies.PEM).decode(),
    "not_before": "2026-08-01T00:00:00Z",
}


def codes(
    storage_type: str,
    data: Mapping[str, str | bytes],
    version: ContractVersion = ContractVersion.CURRENT,
    account: str | None = None,
    partition: str | None = None,
) -> list[str]:
    decoded = {
        key: value.encode() if isinstance(value, str) else value for key, value in data.items()
    }
    found = findings(
        storage_type,
        decoded,
        version=version,
        expected_account=account,
        expected_partition=partition,
    )
    return [finding.code for finding in found]


def s3(value: str | bytes) -> list[str]:
    return codes("S3", {"credentials": value})


def cloud(value: str | bytes) -> list[str]:
    return codes("AzureBlob", {"cloud": value})


def file(value: str | bytes) -> list[str]:
    return codes("AzureBlob", {"credentials": value})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (ARN, []),
        (f"\n {ARN}\n", []),
        (ARN.replace("aws:", "aws-cn:"), ["sts-no-restore"]),
        (ARN.replace("aws:", "aws-us-gov:"), ["sts-no-restore"]),
        (f"{ARN}\n{ARN}", ["sts-several-lines"]),
        (f"{ARN}\r{ARN}", ["carriage-return", "sts-several-lines"]),
        (f"{ARN}\r\n", ["carriage-return"]),
        ("arn:aws:iam::123456789012:user/x", ["sts-not-a-role"]),
        ("arn:aws:s3:::bucket", ["sts-not-a-role"]),
        ("arn:aws:sts::123456789012:assumed-role/x/y", ["sts-not-a-role"]),
        ("arn:aws:iam::123456789012:role/", ["sts-malformed"]),
        ("arn:aws:iam::12345678901:role/x", ["sts-malformed"]),
        ("arn:aws:iam::123456789012:role/x y", ["sts-malformed"]),
        (f"{ARN} # comment", ["sts-malformed"]),
        ("arn:", ["sts-malformed"]),
        ("arn:aws:iam:us-east-1:123456789012:role/x", ["sts-not-a-role"]),
        (f"{ARN}\u200b", ["invisible-character", "sts-malformed"]),
        (ARN.encode() + b"\xff", ["not-utf-8", "sts-malformed"]),
    ],
)
def test_an_sts_value_should_be_one_role_arn(value: str | bytes, expected: list[str]) -> None:
    assert s3(value) == expected


def test_a_role_should_be_in_the_expected_account_and_partition() -> None:
    data = {"credentials": ARN}
    assert codes("S3", data, account="123456789012", partition="aws") == []
    assert codes("S3", data, account="210987654321") == ["sts-other-account"]
    assert codes("S3", data, partition="aws-cn") == ["sts-other-partition"]
    both = codes("S3", data, account="210987654321", partition="aws-cn")
    assert both == ["sts-other-partition", "sts-other-account"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (f"[default]\n{TEMPORARY}", []),
        (f"[default]\n{KEYS}", ["static-long-lived-key"]),
        (f"[default]\r\n{TEMPORARY}", ["carriage-return"]),
        (f"[default]\n{KEYS.replace('AKIA', 'ASIA')}", ["static-no-session-token"]),
        (
            f"[default]\nrole_arn = {ARN}\nweb_identity_token_file = /var/run/token\n",
            ["static-assumes-role"],
        ),
        (
            f"[default]\n{KEYS}role_arn = {ARN}\n",
            ["static-assumes-role", "static-long-lived-key"],
        ),
        (f"[Default]\n{TEMPORARY}", ["static-no-default-profile"]),
        (f"[profile default]\n{TEMPORARY}", ["static-no-default-profile"]),
        (f"[backup]\n{TEMPORARY}", ["static-no-default-profile"]),
        (KEYS, ["static-outside-section"]),
        (f"export AWS_ACCESS_KEY_ID={'A' * 20}\n", ["static-outside-section"]),
        (f"{KEYS}[default]\n", ["static-outside-section", "static-no-keys"]),
        ("[default]\n", ["static-no-keys"]),
        ("[default]\nregion = us-east-1\n", ["static-no-keys"]),
        ("[default]\naws_account_id = 1\n", ["static-no-keys"]),
        (f"[default]\n{KEYS.splitlines()[0]}\n", ["static-half-key"]),
        (f"[default]\n{KEYS.replace('= s', '= #s')}", ["static-half-key"]),
        (
            f"[default]\n{KEYS.replace('aws_secret_access_key', 'aws_secret_key')}",
            ["static-misspelt-key", "static-half-key"],
        ),
        (
            f"[default]\n{KEYS.replace('access', 'acess')}",
            ["static-misspelt-key", "static-no-keys"],
        ),
        (
            f"[default]\n{KEYS.replace('_', '-')}",
            ["static-misspelt-key", "static-no-keys"],
        ),
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
        (f"role_arn = {ARN}\nx = y", ["static-outside-section"]),
        ("web_identity_token_file = /var/run/token", ["static-outside-section"]),
        ("[default]\nsecret-key = x\n", ["static-misspelt-key", "static-no-keys"]),
        ("[default]\n-token- = x\n", ["static-no-keys"]),
        ("[default]\n-secret_key- = x\n", ["static-misspelt-key", "static-no-keys"]),
        ("[default]\naws_access_portal_url = x\n", ["static-no-keys"]),
        ("[default]\naws_session_name = x\n", ["static-no-keys"]),
        ("hello", ["static-not-a-file"]),
        ('{"a": 1}', ["static-not-a-file"]),
        (IDS, ["static-not-a-file"]),
        ("", ["s3-empty"]),
        (" \u3000\n", ["s3-empty"]),
        (base64.b64encode(ARN.encode()), ["double-base64"]),
        (base64.b64encode(f"[default]\n{KEYS}".encode()) + b"\n", ["double-base64"]),
        (base64.b64encode(ARN.encode()).rstrip(b"="), ["double-base64"]),
        (base64.encodebytes(f"[default]\n{KEYS}".encode()), ["double-base64"]),
        (base64.b64encode(ARN.encode() + b"x").rstrip(b"="), ["double-base64"]),
        (base64.b64encode(ARN.encode() + b"xy").rstrip(b"="), ["double-base64"]),
        ("YXJ\nuOmFiYw==", ["double-base64"]),
        ("YXJuOmFiYw", ["double-base64"]),
        ("A" * 9, ["static-not-a-file"]),
        (b"\x80", ["not-utf-8", "static-not-a-file"]),
        (base64.b64encode(b"nothing to see here"), ["static-not-a-file"]),
    ],
)
def test_a_static_file_should_give_the_sdk_its_keys(
    value: str | bytes, expected: list[str]
) -> None:
    assert s3(value) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({}, ["s3-no-credentials-key"]),
        ({"cloud": ARN}, ["s3-no-credentials-key"]),
        ({"Credentials": ARN}, ["key-name", "s3-no-credentials-key"]),
        ({" credentials.": ARN}, ["key-name", "s3-no-credentials-key"]),
        ({"Credentials": ARN, "credentials": ARN}, []),
        ({"Cloud": ARN, "credentials": ARN}, []),
    ],
)
def test_s3_needs_key_credentials(data: dict[str, str], expected: list[str]) -> None:
    assert codes("S3", data) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (WORKLOAD, []),
        (WORKLOAD.replace("\n", "\r\n"), ["carriage-return"]),
        (IDS, ["azure-no-client-id"]),
        ("", ["azure-no-client-id"]),
        ("AZURE_CLIENT_ID=\n", ["azure-no-client-id"]),
        (f"AZURE_CLIENT_ID=\n{WORKLOAD}", ["azure-blank-client-id"]),
        (f"{WORKLOAD}{WORKLOAD}", ["azure-several-client-ids"]),
        (f"export AZURE_CLIENT_ID={A_GUID}", ["azure-no-client-id", "azure-unread-client-id"]),
        (f"azure_client_id={A_GUID}", ["azure-no-client-id", "azure-unread-client-id"]),
        (f"AZURE_CLIENT_ID = {A_GUID}", ["azure-no-client-id", "azure-unread-client-id"]),
        (f"AZURE_CLIENT_ID: {A_GUID}", ["azure-no-client-id", "azure-unread-client-id"]),
        (
            f"\ufeffAZURE_CLIENT_ID={A_GUID}",
            ["invisible-character", "azure-no-client-id", "azure-unread-client-id"],
        ),
        (f"# AZURE_CLIENT_ID={A_GUID}", ["azure-no-client-id"]),
        (f"export AZURE_CLIENT_ID={A_GUID}\n{WORKLOAD}", []),
        (f"AZURE_CLIENT_ID='{A_GUID}'", ["azure-quoted-client-id"]),
        (f'AZURE_CLIENT_ID="{A_GUID}"', ["azure-quoted-client-id"]),
        (f"AZURE_CLIENT_ID={A_GUID} # the identity", ["azure-client-id-comment"]),
        (f"AZURE_CLIENT_ID={A_GUID}#the identity", ["azure-client-id-comment"]),
        (
            f"AZURE_CLIENT_ID={A_GUID}\rAZURE_TENANT_ID=x",
            ["carriage-return", "azure-client-id-comment"],
        ),
        ("AZURE_CLIENT_ID=#comment", ["azure-client-id-not-guid"]),
        ("AZURE_CLIENT_ID=my-identity", ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID}{A_GUID}", ["azure-client-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID}\nAZURE_TENANT_ID=x", ["azure-other-id-not-guid"]),
        (f"AZURE_CLIENT_ID={A_GUID}\nAZURE_SUBSCRIPTION_ID=x", ["azure-other-id-not-guid"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=AzurePublicCloud", []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME='AzurePublicCloud'", []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=azurepubliccloud", []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=", []),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=AzureUSGovernmentCloud", ["azure-sovereign-cloud"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=AzureChinaCloud", ["azure-sovereign-cloud"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=AzureBleuCloud", ["azure-sovereign-cloud"]),
        (f"{WORKLOAD}AZURE_CLOUD_NAME=Azure", ["azure-unknown-cloud"]),
        (f"{WORKLOAD}AZURE_CLIENT_SECRET=s", ["azure-unused-client-secret"]),
        (f"{WORKLOAD}AZURE_CLIENT_SECRET=", []),
        (base64.b64encode(WORKLOAD.encode()), ["double-base64", "azure-no-client-id"]),
    ],
)
def test_key_cloud_should_hold_the_dotenv_of_an_identity(
    value: str | bytes, expected: list[str]
) -> None:
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
        (
            {"clientSecret": "s", "clientId": A_GUID, "tenantId": A_GUID, "subscriptionId": 1},
            "incomplete",
        ),
        (
            {"clientSecret": "s", "clientId": A_GUID, "authenticationEndpoint": "https://x"},
            ["azure-camel-case-identity"],
        ),
        ({"clientSecret": ""}, ["azure-unusable-client-secret"]),
        ({"clientSecret": None}, ["azure-unusable-client-secret"]),
        ({"clientSecret": 1}, ["azure-unusable-client-secret"]),
        ({"client_secret": "s"}, ["azure-unusable-client-secret"]),
        ({"client-secret": "s"}, ["azure-unusable-client-secret"]),
        ({}, ["azure-unusable-identity"]),
        (IDENTITY, []),
        ({**IDENTITY, "not_before": None}, ["azure-unusable-identity"]),
        ({**IDENTITY, "client_id": "x"}, ["azure-unusable-identity"]),
        ([], ["azure-not-json"]),
        ("text", ["azure-not-json"]),
    ],
)
def test_key_credentials_should_hold_a_file_that_can_log_in(
    document: object, expected: list[str] | str
) -> None:
    if expected == "incomplete":
        expected = ["azure-incomplete-client-secret", *LONG_LIVED]
    assert file(json.dumps(document)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", ["azure-not-json"]),
        ("{", ["azure-not-json"]),
        ("null", ["azure-unusable-identity"]),
        ("export AZURE_TENANT_ID=x", ["azure-dotenv-under-credentials"]),
        ("# AZURE_TENANT_ID=x", ["azure-not-json"]),
        ("a\nAZURE_TENANT_ID=x\nb", ["azure-dotenv-under-credentials"]),
        ('{"client_secret": "s",}', ["azure-not-json"]),
        ("[" * 100_000, ["azure-not-json"]),
        ('{"a":' * 5000 + "1" + "}" * 5000, ["azure-unusable-identity"]),
        (b'{"client_secret": "\xff"}', ["not-utf-8", "azure-unusable-client-secret"]),
        (WORKLOAD, ["azure-dotenv-under-credentials"]),
        (f"export {WORKLOAD}", ["azure-dotenv-under-credentials"]),
        ("\ufeff{}", ["invisible-character", "azure-not-json"]),
        (base64.b64encode(b'{"clientSecret": "s"}'), ["double-base64", "azure-not-json"]),
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
        ({"cloud": WORKLOAD, "credentials": SECRET}, NEXT, ["azure-cloud-blocks-credentials"]),
        ({"cloud": IDS, "credentials": json.dumps(IDENTITY)}, NEXT, []),
        ({"cloud": json.dumps(IDENTITY), "credentials": json.dumps(IDENTITY)}, NEXT, []),
        ({"cloud": IDS, "credentials": IDS}, NEXT, ["azure-no-client-id"]),
        (
            {"cloud": SECRET, "credentials": SECRET},
            ContractVersion.CURRENT,
            ["azure-no-client-id"],
        ),
        (
            {"cloud": "", "credentials": SECRET},
            ContractVersion.CURRENT,
            ["azure-no-client-id", "azure-cloud-blocks-credentials"],
        ),
        ({"cloud": SECRET_DOTENV, "credentials": SECRET_DOTENV}, NEXT, LONG_LIVED),
        ({"cloud": SECRET_DOTENV, "credentials": SECRET}, NEXT, LONG_LIVED),
        ({"cloud": SECRET_DOTENV}, NEXT, ["azure-secret-file-missing", *LONG_LIVED]),
        (
            {"cloud": SECRET_DOTENV, "credentials": WORKLOAD},
            NEXT,
            ["azure-secret-file-missing", *LONG_LIVED],
        ),
        (
            {"cloud": f"AZURE_CLIENT_ID={A_GUID}\nAZURE_CLIENT_SECRET=s", "credentials": SECRET},
            NEXT,
            ["azure-incomplete-client-secret", *LONG_LIVED],
        ),
    ],
)
def test_both_azure_keys_are_seen_together(
    data: dict[str, str], version: ContractVersion, expected: list[str]
) -> None:
    assert codes("AzureBlob", data, version) == expected


def test_an_unknown_storage_type_is_the_only_finding() -> None:
    assert codes("GCS", {"credentials": ""}) == ["unknown-storage-type"]


@given(BUILT)
def test_what_the_builders_make_has_no_error(
    built: tuple[payloads.CredentialMode, Mapping[str, str]],
) -> None:
    mode, payload = built
    errors = [
        finding.code
        for finding in findings(mode.storage_type, payloads.encode(payload))
        if finding.severity is Severity.ERROR
    ]
    assert set(errors) <= {"azure-sovereign-cloud", "static-no-session-token"}


@given(STORAGE_TYPES, SECRETS, st.sampled_from(ContractVersion))
def test_findings_are_total_and_in_the_order_of_the_catalogue(
    storage_type: str, data: Mapping[str, bytes], version: ContractVersion
) -> None:
    found = findings(storage_type, data, version=version, expected_account="1" * 12)
    assert list(found) == [finding for finding in CATALOGUE if finding in found]
    assert all(found.count(finding) == 1 for finding in found)


def test_codes_are_unique_and_texts_are_sentences() -> None:
    assert len({finding.code for finding in CATALOGUE}) == len(CATALOGUE) > 40
    for finding in CATALOGUE:
        assert finding.why.endswith("."), finding
        assert finding.way_out.endswith("."), finding
        assert finding.code == finding.code.lower()
        assert " " not in finding.code


def test_every_finding_has_an_example_above() -> None:
    source = Path(__file__).read_text()
    assert not [finding.code for finding in CATALOGUE if f'"{finding.code}"' not in source]


SLOW_UNITS = (b"[", b'{"a":', b"a=b\n", b"AZURE_CLIENT_ID=\n", b"  x\n", b"QUFB", b"[a ", b"\r")


@pytest.mark.parametrize("unit", SLOW_UNITS)
def test_findings_take_time_in_proportion_to_their_input(unit: bytes) -> None:
    value = unit * (200_000 // len(unit))
    started = time.perf_counter()
    for data in ({"credentials": value}, {"cloud": value, "credentials": value}):
        for storage_type in ("S3", "AzureBlob"):
            findings(storage_type, data)
    assert time.perf_counter() - started < 10
