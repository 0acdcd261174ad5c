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
from tests.kit.golden import Golden
from tests.kit.managed_identity import ManagedIdentityCredentials
from tests.kit.recorded_rows import Ask, compare_rows
from tests.systems.etcd_backup.rules import strategies
from tests.systems.etcd_backup.rules.samples import codes, managed_identity
from tests.systems.etcd_backup.rules.test_credentials import SECRETS, STORAGE_TYPES
from tests.systems.etcd_backup.rules.test_payloads import BUILT

ROWS = Path(__file__).with_name("findings.txt")


def raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def test_what_is_found_in_a_secret(golden: Golden) -> None:
    rules: dict[str, Ask] = {
        "S3": lambda value: codes("S3", {"credentials": raw(value)}),
        "SECRET_FOR_S3": lambda data: codes("S3", data),
        "CLOUD": lambda value: codes("AzureBlob", {"cloud": raw(value)}),
        "FILE": lambda value: codes("AzureBlob", {"credentials": raw(value)}),
        "DOCUMENT": lambda value: codes("AzureBlob", {"credentials": json.dumps(value)}),
        "SECRET": lambda data: codes("AzureBlob", data),
        "SECRET_NEXT": lambda data: codes("AzureBlob", data, ContractVersion.NEXT),
    }
    compare_rows(ROWS, golden, rules, {"PEM": base64.b64encode(strategies.PEM).decode()})


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
    found = {*ROWS.read_text().split(), "unknown-storage-type"}
    assert not [finding.code for finding in CATALOGUE.values() if finding.code not in found]


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
