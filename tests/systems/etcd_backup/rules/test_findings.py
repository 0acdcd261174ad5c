import base64
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.notices import Severity
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.findings import CATALOGUE, findings
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion
from tests.systems.etcd_backup.rules.findings_samples import IDS, codes
from tests.systems.etcd_backup.rules.test_credentials_properties import SECRETS, STORAGE_TYPES
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


def test_every_finding_has_an_example_above() -> None:
    sources = (Path(__file__), Path(__file__).with_name("test_azure_findings.py"))
    source = "".join(file.read_text() for file in sources)
    assert not [finding.code for finding in CATALOGUE.values() if f'"{finding.code}"' not in source]
